import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE, untilTaken } from './support/browser.ts'
import { inDemo } from './support/journey.ts'
import { enter } from './support/owner.ts'

/** A blocked person, from the reported payment to the day on which they may buy again. */
inDemo('blocking somebody', {}, (demo) => {
  test('blocked from a purchase, with a reason; the desk says it and offers a refund; unblocked from the list', async () => {
    const { page, complaints } = await demo.visitor(PHONE)
    await enter(page, `${demo.address}/panel/compras?estado=en+revision&buscar=Edixon`, demo.owner)
    await page.getByRole('link', { name: /Edixon Graterol/ }).click()
    await page.getByRole('button', { name: 'Bloquear a esta persona…' }).click()
    const dialog = page.getByRole('dialog', { name: /Bloquear a Edixon/ })
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await dialog.getByText('Escribe por qué.').waitFor()
    await dialog.getByLabel('su teléfono', { exact: false }).check()
    await dialog.getByLabel('Por qué').fill('Devolvió tres pagos después de recibir sus números')
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await page.getByText('Persona bloqueada:').waitFor()
    await expectAccessibleEverywhere(page, 'a purchase of somebody who is blocked')

    await page.getByRole('link', { name: 'Revisar el pago' }).click()
    await page.getByText('Persona bloqueada').first().waitFor()
    const refund = page.getByRole('radio', { name: /^No podemos aceptar esta compra/ })
    // A touch in the first moments of a payment may have been meant for the one before: it does nothing.
    const reject = page.getByRole('region', { name: 'Pago', exact: true }).getByRole('button', { name: 'Rechazar' })
    await untilTaken(() => reject.click({ timeout: 1_000 }), refund)
    // No reason is sent by a mere Enter.
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'Cancelar' }).click()

    await page.goto(`${demo.address}/panel/compras`)
    await page.getByRole('link', { name: 'Bloqueados' }).click()
    const list = page.getByRole('list', { name: 'Personas bloqueadas' })
    await list.getByText('Edixon Graterol').waitFor()
    await expectAccessibleEverywhere(page, 'who is blocked')
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
    await page.getByLabel('Cédula').fill('12')
    await page.getByLabel('Por qué').fill('Se hace pasar por nuestro vendedor')
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
    await page.getByText('Escribe una cédula, como V-12.345.678.').waitFor()
    complaints.length = 0
    await expectAccessibleEverywhere(page, 'blocking somebody by hand')
    await page.getByLabel('Cédula').fill('V-7.654.321')
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
    await list.getByText('V-7.654.321').waitFor()
    await page.getByRole('button', { name: /^Desbloquear a Edixon/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click()
    await expect.poll(() => list.getByText('Edixon Graterol').count()).toBe(0)
  })
})
