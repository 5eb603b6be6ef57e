import { expect, test } from 'vitest'
import { CANNED_REASONS } from '#review/reasons.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, untilTaken, type Visitor } from './support/browser.ts'
import { makeBuyer, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { enter, proveOwner } from './support/owner.ts'
import { OWNER } from './support/set-up.ts'

inShop('the reasons to reject with', { rate: true }, (shop) => {
  let owner: Visitor

  const save = () => owner.page.getByRole('button', { name: 'Guardar', exact: true })
  const written = () =>
    owner.page
      .getByRole('textbox', { name: /^Motivo \d+$/ })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value))

  test('an owner writes, orders and removes them, and a rejection offers them', async () => {
    owner = await shop.visitor(PHONE, [/status of (401|409)/], { stays: true })
    const { page } = owner
    await enter(page, `${shop.address}/panel/motivos`)
    await page.getByText('Todo está guardado.').waitFor()
    expect(await written()).toEqual([...CANNED_REASONS])

    await page.getByRole('textbox', { name: 'Motivo 1', exact: true }).fill('Ese pago no llegó.')
    await page
      .getByRole('region', { name: 'Así lo lee quien compra' })
      .getByText('Motivo: Ese pago no llegó.')
      .waitFor()
    await page.getByRole('button', { name: 'Quitar «El comprobante no se puede leer.»' }).click()
    await page.getByRole('button', { name: 'Agregar motivo' }).click()
    await save().click()
    await page.getByText('Escribe al menos 5 caracteres: el comprador lo va a leer.').waitFor()
    await expectAccessibleEverywhere(page, 'reasons with a problem')
    await page.getByRole('textbox', { name: 'Motivo 5', exact: true }).fill('Pagaste a otra cuenta.')
    const up = page.getByRole('button', { name: 'Subir «Pagaste a otra cuenta.»' })
    await up.focus()
    for (let steps = 0; steps < 4; steps++) await page.keyboard.press('Enter')
    const expected = [
      'Pagaste a otra cuenta.',
      'Ese pago no llegó.',
      'El monto no es el exacto.',
      'La referencia no coincide con el comprobante.',
      'El pago ya fue usado en otra compra.',
    ]
    await expect.poll(written).toEqual(expected)
    await save().click()
    const proof = page.getByRole('dialog', { name: 'Confirma que eres tú' })
    await proof.getByText('Para cambiar los motivos de rechazo escribe tu clave otra vez.').waitFor()
    await expectAccessibleEverywhere(page, 'a proof by the password')
    await proof.getByLabel('Tu clave').fill('otra clave cualquiera')
    await proof.getByRole('button', { name: 'Confirmar' }).click()
    await proof.getByText('Esa no es tu clave.').waitFor()
    await proof.getByLabel('Tu clave').fill(OWNER.clave)
    await proof.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('Guardado. Tu equipo ya los ve al rechazar.').waitFor()

    const buyer = makeBuyer(1)
    await reportByCall(shop.address, buyer, { total: '10.00' })
    // The dialog is on its way: a tap opens nothing, then or when it comes, so that a second one meets nothing.
    let arrive = () => {}
    const line = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route('**/assets/decision-dialog-*.js', async (route) => {
      await line
      await route.continue()
    })
    await page.goto(`${shop.address}/panel/revision`)
    await page.getByRole('link', { name: new RegExp(buyer.nombre) }).click()
    await page.getByText('Un momento…').waitFor()
    const dialog = page.getByRole('dialog', { name: 'Rechazar' })
    const reject = page.getByRole('button', { name: /^Rechazar/ })
    for (let taps = 0; taps < 3; taps++) await reject.click()
    arrive()
    await page.getByText(/Al aprobar/).waitFor()
    expect(await dialog.count()).toBe(0)
    await untilTaken(
      () => reject.click({ timeout: 2_000 }),
      dialog.getByRole('radio', { name: 'Pagaste a otra cuenta.', checked: false }),
    )
    expect(await dialog.locator('.reason').allTextContents()).toEqual([...expected, 'Otro motivo'])
    expect(owner.complaints).toEqual([])
  })

  test('unsaved text is asked for, and somebody else’s is seen before it is replaced', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await page.goto(`${shop.address}/panel/motivos`)
    await proveOwner(page, { clave: OWNER.clave })
    await page.getByRole('button', { name: 'Volver a los nuestros' }).click()
    await expect.poll(written).toEqual([...CANNED_REASONS])
    await page.getByText('Cambios sin guardar.').waitFor()
    await page.getByRole('link', { name: 'Inicio' }).first().click()
    const leaving = page.getByRole('dialog', { name: 'Cambios sin guardar' })
    await leaving.getByText('Si sales, se pierden.').waitFor()
    await leaving.getByRole('button', { name: 'Seguir editando' }).click()

    await page.evaluate(() =>
      fetch('/api/panel/motivos', {
        method: 'PUT',
        headers: { 'x-tombola': 'panel', 'content-type': 'application/json' },
        body: JSON.stringify({ motivos: ['El banco devolvió el pago.'] }),
      }),
    )
    await save().click()
    const notice = page.getByText('El banco devolvió el pago.')
    await notice.waitFor()
    await expectAccessibleEverywhere(page, 'reasons that somebody else changed')
    await page.getByRole('button', { name: 'Seguir con lo mío' }).click()
    await save().click()
    await page.getByText('Guardado. Tu equipo ya los ve al rechazar.').waitFor()
    await page.reload()
    await page.getByText('Todo está guardado.').waitFor()
    expect(await written()).toEqual([...CANNED_REASONS])
    expect(owner.complaints).toEqual([])
  })
})
