import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PHONE } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment, proofPicture } from './support/buyer.ts'
import { SLOW_3G, slowDown } from './support/conditions.ts'
import { closed, inPlace } from './support/journey.ts'
import { copySampleShop } from './support/sample-shop.ts'

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
})
