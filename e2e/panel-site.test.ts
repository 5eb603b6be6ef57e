import { expect, test } from 'vitest'
import { CANNED_REASONS } from '#review/reasons.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, untilTaken, type Visitor, withoutDialogs } from './support/browser.ts'
import { makeBuyer, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { confirm, enter, enterAsOwner } from './support/owner.ts'
import { OWNER } from './support/set-up.ts'

const REFUSALS = [/status of (401|409|422)/]

inShop('the reasons to reject with, and the site', { rate: true }, (shop) => {
  let owner: Visitor
  let codes: string[]

  const shopPage = async () => (await fetch(`${shop.address}/rifa`)).text()

  const save = () => owner.page.getByRole('button', { name: 'Guardar', exact: true })
  const written = async () => (await owner.page.getByLabel('Motivos', { exact: true }).inputValue()).split('\n')

  test('an owner writes, orders and removes them, and a rejection offers them', async () => {
    owner = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = owner
    await enter(page, `${shop.address}/panel/motivos`)
    await page.getByText('Todo está guardado.').waitFor()
    expect(await written()).toEqual([...CANNED_REASONS])

    const expected = [
      'Pagaste a otra cuenta.',
      'Ese pago no llegó.',
      'El monto no es el exacto.',
      'La referencia no coincide con el comprobante.',
      'El pago ya fue usado en otra compra.',
    ]
    const text = page.getByLabel('Motivos', { exact: true })
    await expectAccessibleEverywhere(page, 'reasons')
    await text.fill(expected.join('\n\n'))
    await save().click()
    const proof = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await proof.getByText('Para cambiar los motivos de rechazo escribe tu clave otra vez.').waitFor()
    await proof.getByLabel('Tu clave').fill(OWNER.clave)
    await proof.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Guardado. Tu equipo ya los ve al rechazar.').waitFor()

    const buyer = makeBuyer(1)
    await reportByCall(shop.address, buyer, { total: '10.00' })
    await page.goto(`${shop.address}/panel/revision`)
    await page.getByRole('link', { name: new RegExp(buyer.nombre) }).click()
    const dialog = page.getByRole('dialog', { name: 'Rechazar' })
    const reject = page.getByRole('button', { name: /^Rechazar/ })
    await untilTaken(
      () => reject.click({ timeout: 2_000 }),
      dialog.getByRole('radio', { name: 'Pagaste a otra cuenta.', checked: false }),
    )
    expect(await dialog.locator('.reason').allTextContents()).toEqual([...expected, 'Otro motivo'])
  })

  test('terms begin as a copy of ours, and are a version of their own', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    codes = await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel/sitio`)
    const terms = page.getByRole('region', { name: 'Términos' })
    await terms.getByRole('button', { name: 'Escribir los míos' }).click()
    await terms.getByLabel('Título del punto 1').fill('Solo adultos')
    await expectAccessibleEverywhere(page, 'site with terms')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
    await terms.getByText('Versión 2.').waitFor()
  })

  test('typed text is asked for before another place, and found again after the session ended', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByLabel('RIF', { exact: true }).fill('J-00000000-0')
    // In sight on a desk.
    await page.setViewportSize(DESK)
    await page.getByRole('link', { name: 'Diario' }).waitFor()
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Más' }).click()
    await page.getByRole('link', { name: 'Diario' }).click()
    const leaving = page.getByRole('dialog', { name: 'Cambios sin guardar' })
    await leaving.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('heading', { name: 'Diario' }).waitFor()
    await withoutDialogs(page)
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByText('Recuperamos lo que no guardaste.').waitFor()
    expect(await page.getByLabel('RIF', { exact: true }).inputValue()).toBe('J-00000000-0')
    // Somebody ends the session elsewhere: the next call shows the sign-in.
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await page.getByLabel('Operador').fill('Otra más, C.A.')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('button', { name: 'Entrar' }).waitFor()
    await page.context().addCookies(cookies)
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByText('Recuperamos lo que no guardaste.').waitFor()
    expect(await page.getByLabel('Operador').inputValue()).toBe('Otra más, C.A.')
    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(await page.getByLabel('RIF', { exact: true }).inputValue()).toBe('')
  })

  test('the number that buyers write to changes with a fresh code, for which the page asks', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await page.context().setExtraHTTPHeaders({})
    await page.goto(`${shop.address}/panel/sitio`)
    await page.getByLabel('WhatsApp de soporte').fill('584149999999')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const asks = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await asks.getByText('Para cambiar las páginas escribe un código de tu teléfono.').waitFor()
    await expectAccessibleEverywhere(page, 'a proof by a code')
    await asks.getByRole('button', { name: 'Dejar como está' }).click()
    expect(await shopPage()).not.toContain('584149999999')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await confirm(asks, codes, 'Confirmar')
    await page.getByText('Guardado. Las páginas ya lo muestran.').waitFor()
    expect(await shopPage()).toContain('wa.me/584149999999')
    expect(owner.complaints).toEqual([])
  })
})
