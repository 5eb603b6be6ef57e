import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PHONE } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment, paymentDialog, proofPicture } from './support/buyer.ts'
import { SLOW_3G, slowDown } from './support/conditions.ts'
import { closed, inPlace } from './support/journey.ts'
import { wrongInLargeText } from './support/large-text.ts'
import { enter } from './support/owner.ts'
import { copySampleShop } from './support/sample-shop.ts'
import { translatePages } from './support/translated.ts'

/** On which text is set larger. */
const TALL = { width: 360, height: 740 }

/** More presses of Tab than any screen has controls. */
const MANY = 60

/** Name of the focused element, and whether its focus is seen. */
function focused(page: Page): Promise<{ name: string; dialog: string; seen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const label = (element as HTMLInputElement).labels?.[0]?.textContent
    const ringed = [element, element.parentElement].some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one ?? element)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow.includes('inset')
    })
    return {
      name: (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim(),
      dialog: element.closest('dialog')?.querySelector('h2')?.textContent ?? '',
      seen: ringed,
    }
  })
}

inPlace('buyers with', closed(copySampleShop), (shop) => {
  /** Presses Tab until that control has the focus. All on the way is seen, and stays in the dialog that is open. */
  async function tabTo(page: Page, name: string | RegExp): Promise<void> {
    const dialog = await page.evaluate(() => document.querySelector('dialog[open] h2')?.textContent ?? '')
    for (let presses = 0; presses < MANY; presses++) {
      await page.keyboard.press('Tab')
      const now = await focused(page)
      // After the last control of a dialog the browser's own come, and then its first one again.
      if (now.name === '' || (await page.evaluate(() => document.activeElement === document.body))) continue
      expect(now, `after ${presses} presses`).toMatchObject({ dialog, seen: true })
      if (typeof name === 'string' ? now.name === name : name.test(now.name)) return
    }
    throw new Error(`Tab does not reach ${name}`)
  }

  test('a keyboard alone: from the page to the success, the focus seen, kept inside and given back', async () => {
    const { page } = await shop.visitor(PHONE)
    // From now on: asked for right before the key, it may come behind it.
    page.on('filechooser', () => undefined)
    await page.goto(`${shop.address}/rifa`)
    await page.waitForLoadState('networkidle')
    await tabTo(page, '+5')
    await page.keyboard.press('Enter')
    await tabTo(page, 'Comprar')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Verifica el monto antes de continuar' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatchObject({ name: 'Comprar' })
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Verifica el monto antes de continuar' }).waitFor()
    await tabTo(page, 'Continuar')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Pago Movil/ }).waitFor()
    await tabTo(page, /^Pago Movil/)
    await page.keyboard.press('Enter')
    await page.getByText('Paga exactamente').waitFor()

    const buyer = makeBuyer(1)
    for (const [field, text] of [
      ['Nombre y apellido', buyer.nombre],
      ['Cédula', buyer.cedula],
      ['Teléfono', buyer.telefono],
      ['Correo', buyer.correo],
      ['Referencia del pago', buyer.referencia],
    ] as const) {
      await tabTo(page, field)
      await page.keyboard.type(text)
    }
    await tabTo(page, /^Elegir foto o PDF/)
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    const file = { name: 'pago.jpg', mimeType: 'image/jpeg', buffer: await proofPicture(buyer) }
    await (await chooser).setFiles(file)
    await page.getByText('pago.jpg').waitFor()
    await tabTo(page, 'Confirmar Compra')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    await tabTo(page, 'Cerrar')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatchObject({ name: 'Comprar' })
  })

  test('colours of their own: the choice, the progress and the buttons are still told apart', async () => {
    const { page } = await shop.visitor(PHONE, [], { forcedColors: 'active' })
    await page.goto(`${shop.address}/rifa`)
    await page.waitForLoadState('networkidle')
    const looks = (selector: string, part?: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element, pseudo) => {
          const { color, backgroundColor, borderTopColor, borderTopWidth, outlineStyle, outlineColor, fontWeight } =
            getComputedStyle(element, pseudo)
          const { textDecorationLine } = getComputedStyle(element)
          return [color, backgroundColor, borderTopColor, borderTopWidth, outlineStyle, outlineColor, fontWeight]
            .concat(textDecorationLine)
            .join()
        }, part)
    expect(await looks('[name=modo]:checked + span')).not.toBe(await looks('[name=modo]:not(:checked) + span'))
    await page.getByRole('button', { name: 'Reglas' }).click()
    await page.getByRole('tab').first().waitFor()
    expect(await looks('[role=tab][aria-selected=true]')).not.toBe(await looks('[role=tab][aria-selected=false]'))
    await page.getByRole('button', { name: 'Entendido' }).click()
    await openPayment(page)
    const bar = await looks('.clock > i')
    expect(bar).not.toBe(await looks('.clock'))
  })

  test('a bad line and a cheap phone: from the link to the success, at 360 px on 3G', async () => {
    const { page } = await shop.visitor(PHONE, [], { isMobile: true })
    page.setDefaultTimeout(60_000)
    await slowDown(page, SLOW_3G)
    await page.goto(`${shop.address}/rifa`, { waitUntil: 'commit' })
    // This visitor does not wait for anything to load.
    await page.getByRole('button', { name: '+5', exact: true }).tap()
    await expect.poll(() => page.locator('[data-total=own]').textContent()).toBe('$35,00')
    await openPayment(page)
    const buyer = makeBuyer(2)
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    await page.getByRole('button', { name: 'Confirmar Compra' }).tap()
    await page.getByRole('progressbar', { name: 'Envío' }).waitFor()
    const done = page.getByRole('dialog', { name: 'Pago enviado' })
    await done.getByText('Tus 7 boletos quedan reservados').waitFor()
    await done.getByRole('link', { name: 'Ver mi compra' }).tap()
    await page.getByRole('heading', { name: 'Estamos verificando tu pago' }).waitFor()
  })

  /** @returns what is found, screen by screen, and the way to look at one more. */
  function looking(page: Page): { found: string[]; see: (screen: string) => Promise<void> } {
    const found: string[] = []
    const see = async (screen: string) => {
      found.push(...(await wrongInLargeText(page)).map((what) => `${screen}, ${what}`))
    }
    return { found, see }
  }

  test('large text: a purchase is read and made to its end: amounts whole, words unbroken, nothing sideways', async () => {
    const { page } = await shop.visitor(TALL, [], { quick: true })
    const { found, see } = looking(page)
    const dialog = page.getByRole('dialog')
    await page.goto(`${shop.address}/rifa`)
    await see('raffle')
    await page.getByRole('button', { name: 'Comprar', exact: true }).click()
    await dialog.getByText('Total a pagar').waitFor()
    await see('amount')
    await page.getByRole('button', { name: 'Continuar', exact: true }).click()
    await page.getByRole('button', { name: /^Pago Movil/ }).waitFor()
    await see('method')
    await page.getByRole('button', { name: 'Cerrar' }).first().click()
    await dialog.waitFor({ state: 'detached' })
    await openPayment(page)
    await see('payment')
    const send = page.getByRole('button', { name: 'Confirmar Compra' })
    await send.click()
    await page.getByText('Escribe el nombre').first().waitFor()
    await see('data that lacks')
    await fillForm(page, makeBuyer(77))
    await chooseProof(page, makeBuyer(77))
    await see('data')
    await send.click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    await see('sent')
    await page.getByRole('link', { name: 'Ver mi compra' }).click()
    await page.getByRole('heading', { name: /Estamos verificando tu pago/ }).waitFor()
    await see('private page')
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('textbox', { name: /Cédula con la que compraste/ }).fill(makeBuyer(77).cedula)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await dialog.getByText('Tienes 2 boletos en revisión.').waitFor()
    await see('lookup')
    expect(found).toEqual([])
  })

  test('large text: the panel is read and decided in: words unbroken, nothing over another, nothing sideways', async () => {
    const { page } = await shop.visitor(TALL)
    const { found, see } = looking(page)
    const dialog = page.getByRole('dialog')
    const go = (path: string) => page.goto(`${shop.address}/panel${path}`)
    await enter(page, `${shop.address}/panel`, shop.operator)
    await page.getByRole('heading', { name: 'Disponibilidad' }).waitFor()
    await see('home')
    await page.getByRole('button', { name: 'Más' }).click()
    await dialog.waitFor()
    await see('more places')
    await page.keyboard.press('Escape')
    await go('/revision')
    await page.getByRole('link', { name: /Edixon Graterol/ }).waitFor()
    await see('queue')
    await page.getByRole('button', { name: /Elegir varios/ }).click()
    await page.getByRole('checkbox').first().check()
    await see('bulk')
    await page.getByRole('button', { name: 'Aprobar…' }).click()
    await dialog.waitFor()
    await see('bulk approval')
    await go('/revision')
    await page.getByRole('link', { name: /Eduardo Leal/ }).click()
    await page.getByText('Al aprobar').waitFor()
    await see('desk')
    // The desk ignores what comes faster than anyone can read.
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /^Rechazar/ }).click()
    await dialog.waitFor()
    await see('rejection')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Pedir corrección' }).click()
    await dialog.waitFor()
    await see('correction')
    await go('/compras')
    const purchase = page.locator('.purchase-card').first()
    await purchase.waitFor()
    await see('purchases')
    await purchase.click()
    await page.locator('.sheet-amount').waitFor()
    await see('purchase')
    await go('/rifas')
    await page.locator('.raffle-row').first().waitFor()
    await see('raffles')
    await page.locator('.raffle-row a').first().click()
    await page.locator('.raffle-head').waitFor()
    await see('raffle')
    expect(found).toEqual([])
  })

  /** A browser that translates the page changes every text of it, before and while it is used. */
  const openTranslated = async () => {
    const { page } = await shop.visitor(PHONE, [], { quick: true })
    await translatePages(page.context())
    return { page }
  }

  test('a translation of the page: it keeps a payment through every message, to its end', async () => {
    const { page } = await openTranslated()
    const buyer = makeBuyer(501)
    await page.goto(`${shop.address}/rifa`)
    await page.locator('font font').first().waitFor()
    await page.getByRole('button', { name: '+5', exact: true }).click()
    await openPayment(page)
    const payment = paymentDialog(page)
    const send = payment.getByRole('button', { name: 'Confirmar Compra' })
    await send.click()
    await payment.getByText('Por favor, sube el comprobante de pago.').waitFor()
    await payment
      .getByRole('button', { name: /^Copiar/ })
      .first()
      .click()
    await payment.getByText('Copiado').first().waitFor()
    const phone = payment.getByRole('textbox', { name: 'Teléfono' })
    await phone.fill('0414')
    await payment.getByRole('textbox', { name: 'Correo' }).fill('nadie')
    await payment.getByText('El teléfono debe empezar por 04 y tener 11 dígitos.').waitFor()
    await fillForm(page, buyer)
    await payment.getByText('El teléfono debe empezar por 04 y tener 11 dígitos.').waitFor({ state: 'detached' })
    await chooseProof(page, buyer)
    await send.click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    await page.getByRole('link', { name: 'Ver mi compra' }).click()
    await page.getByRole('heading', { name: /Estamos verificando tu pago/ }).waitFor()
  })
})
