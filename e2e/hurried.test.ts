import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { changeSite } from '#site/server/change-site.ts'
import { expectAccessible, PHONE, withoutDialogs } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment, paymentDialog } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { inside } from './support/product.ts'

/** Shortcuts for buyers in a hurry: nothing is typed, chosen or scrolled to twice. */
inShop('the hurried buyer', {}, (shop) => {
  /** Sells another raffle on `/rifa`. */
  const onPageA = (raffle: Record<string, unknown>) =>
    inside(shop.env, async (ctx) => {
      const id = await createRaffle(ctx, newRaffle.parse(raffle), TESTER)
      await publishRaffle(ctx, id, TESTER)
      await changeSite(ctx, { rifa_a: id }, TESTER)
    })
  const done = (page: Page) => page.getByRole('dialog', { name: 'Pago enviado' })
  const keptProofs = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('tombola', 1)
          opening.onsuccess = () => {
            const stores = opening.result.objectStoreNames
            if (!stores.contains('comprobantes')) return resolve(0)
            const count = opening.result.transaction('comprobantes').objectStore('comprobantes').count()
            count.onsuccess = () => resolve(count.result)
          }
          opening.onerror = () => resolve(-1)
        }),
    )
  /** Waits until React and the page have finished with an event. */
  const settledPage = (page: Page) =>
    page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))))

  test('a dialog that is opened before a slow phone has stepped back from the last one stays', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.addInitScript(() => {
      const back = history.back.bind(history)
      history.back = () => void setTimeout(() => dispatchEvent(new Event('phone')), 200)
      addEventListener('phone', back)
      addEventListener('popstate', () => Object.assign(window, { steppedBack: true }))
    })
    await page.goto(`${shop.address}/`)
    await page.getByRole('button', { name: 'Privacidad' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Cerrar' }).first().click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Términos' }).click()
    await page.waitForFunction(() => 'steppedBack' in window)
    await dialog.waitFor()
    await settledPage(page)
    expect(await dialog.isVisible()).toBe(true)
    // And the phone's own button closes it, and leaves the page only then.
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/')
  })

  test('a proof that was chosen is there again after a reload, and gone from the phone with its hold', async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    const buyer = makeBuyer(90_001)
    await page.goto(`${shop.address}/rifa1`)
    await openPayment(page)
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    await expect.poll(() => keptProofs(page)).toBe(1)
    await page.reload()
    await paymentDialog(page).getByText('pago.jpg').waitFor()
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await done(page).waitFor()
    await expect.poll(() => keptProofs(page)).toBe(0)

    // And with a hold that is given back.
    await done(page).getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await openPayment(page)
    await chooseProof(page, buyer)
    await expect.poll(() => keptProofs(page)).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Salir y liberar los boletos' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => keptProofs(page)).toBe(0)
  })

  test('a mail address that was probably meant otherwise is offered; where the browser keeps nothing only the proof is chosen again', async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    const buyer = makeBuyer(90_002)
    await page.goto(`${shop.address}/rifa1`)
    const payment = await openPayment(page)
    const mail = payment.getByRole('textbox', { name: 'Correo' })
    const meant = payment.getByRole('button', { name: 'ana@gmail.com' })
    await mail.fill('ana@gmail.con')
    await meant.click()
    expect(await mail.inputValue()).toBe('ana@gmail.com')
    await meant.waitFor({ state: 'detached' })
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    await page.reload()
    await payment.getByText('Elegir foto o PDF').waitFor()
    await chooseProof(page, buyer)
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await done(page).waitFor()
  })

  test('personal data wait on this phone if the buyer agrees, asked once, and one press forgets them', async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    const buyer = makeBuyer(90_003)
    const field = (name: string) => paymentDialog(page).getByRole('textbox', { name })
    await page.goto(`${shop.address}/rifa1`)
    await openPayment(page)
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await done(page).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('mis-datos'))).toBeNull()
    await expectAccessible(page, 'the offer to keep his data')
    await done(page).getByRole('button', { name: 'Guardar mis datos' }).click()
    await done(page).getByText('Guardamos tus datos en este teléfono.').waitFor()
    const kept = await page.evaluate(() => localStorage.getItem('mis-datos'))
    expect(kept).toContain(buyer.cedula)
    expect(kept).not.toContain(buyer.referencia)
    await done(page).getByRole('button', { name: 'Cerrar' }).last().click()
    await withoutDialogs(page)
    await page.reload()
    await openPayment(page)
    expect(await field('Nombre y apellido').inputValue()).toBe(buyer.nombre)
    expect(await field('Cédula').inputValue()).toBe(buyer.cedula)
    expect(await field('Teléfono').inputValue()).toBe(buyer.telefono)
    expect(await field('Correo').inputValue()).toBe(buyer.correo)
    expect(await field('Referencia del pago').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Olvidar mis datos' }).click()
    for (const name of ['Nombre y apellido', 'Cédula', 'Teléfono', 'Correo'])
      expect(await field(name).inputValue()).toBe('')
    expect(await page.evaluate(() => localStorage.getItem('mis-datos'))).toBeNull()
  })

  test('after a minute a stray press asks, though nothing was typed', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.clock.install()
    await page.goto(`${shop.address}/rifa1`)
    await openPayment(page)
    await page.clock.fastForward(61_000)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: '¿Salir sin reportar tu pago?' }).waitFor()
  })

  test('numbers picked by hand return with their quantity, and fewer tickets overwrite none', async () => {
    const { page } = await shop.visitor(PHONE)
    const kept = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('numeros:1') ?? '[]') as string[])
    const quantity = page.getByRole('spinbutton', { name: 'Cantidad de boletos' })
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('radio', { name: 'Elegir a mano' }).check()
    await page.getByRole('button', { name: '+2', exact: true }).click()
    const open = async () => {
      await page.getByRole('button', { name: 'Comprar', exact: true }).click()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page.getByRole('gridcell', { name: '0011', exact: true }).waitFor()
    }
    await open()
    for (const number of ['0011', '0012', '0013', '0014'])
      await page.getByRole('gridcell', { name: number, exact: true }).click()
    await expect.poll(kept).toEqual(['0011', '0012', '0013', '0014'])
    await page.reload()
    await expect.poll(() => quantity.inputValue()).toBe('4')
    await page.getByRole('button', { name: 'Volver a 2 boletos' }).click()
    await open()
    await page.getByRole('button', { name: 'Confirmar (2/2)' }).waitFor()
    expect(await kept()).toEqual(['0011', '0012', '0013', '0014'])
    await page.reload()
    await expect.poll(() => quantity.inputValue()).toBe('4')
    await open()
    await page.getByRole('button', { name: 'Confirmar (4/4)' }).click()
    await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
  })

  test('the terms, the rate and the rule of one purchase each are shown before anybody pays', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(`${shop.address}/rifa1`)
    await page.getByRole('button', { name: 'Comprar', exact: true }).click()
    const methods = page.getByRole('dialog', { name: 'Elige tu metodo de Pago' })
    await methods.getByText('Al elegir un método aceptas los términos y condiciones.').waitFor()
    await methods.getByRole('button', { name: 'términos y condiciones' }).click()
    await page.getByRole('dialog', { name: 'CÓMO REALIZAR UNA COMPRA' }).getByText('Mayores de 18 años').waitFor()
    await onPageA({ titulo: 'Una por persona', precio: '2.00', total_numeros: 100, registro_unico: true })
    // Nobody has told a rate here.
    await page.goto(`${shop.address}/rifa`)
    for (const text of ['No pudimos consultar la tasa de hoy.', 'Una sola compra por persona.']) {
      await page.locator('.raffle-head').getByText(text).waitFor()
    }
    await page.getByRole('button', { name: 'Comprar', exact: true }).click()
    for (const step of ['Verifica el monto antes de continuar', 'Elige tu metodo de Pago']) {
      const dialog = page.getByRole('dialog', { name: step })
      await dialog.getByText('No pudimos consultar la tasa de hoy.').waitFor()
      await dialog.getByText('Una sola compra por persona.').waitFor()
      if (step.startsWith('Verifica')) await page.getByRole('button', { name: 'Continuar' }).click()
    }
  })
})
