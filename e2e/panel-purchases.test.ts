import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, untilTaken } from './support/browser.ts'
import { inDemo } from './support/journey.ts'
import { enter as enterAt, proveOwner } from './support/owner.ts'

/** The demo's purchases, found, read and corrected, and a person who may buy no more. */
inDemo('purchases in the panel', {}, (demo) => {
  async function enter(page: Page): Promise<void> {
    await enterAt(page, `${demo.address}/panel/compras`, demo.owner)
    await row(page).waitFor()
  }
  /** The newest of two: the demo sells to this buyer more than once. */
  const row = (page: Page) => page.getByRole('link', { name: /Edixon Graterol/ }).first()
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Buscar compras' })

  test('one field finds, filters narrow, and both live in the address', async () => {
    const { page } = await demo.visitor(DESK)
    await enter(page)
    await proveOwner(page, { clave: demo.owner.clave })
    await expectAccessibleEverywhere(page, 'the list')
    await search(page).fill('graterol')
    await page.getByText(/^2 compras$/).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('buscar')).toBe('graterol')
    await page.reload()
    await page.getByText(/^2 compras$/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportar a CSV' }).click()
    expect((await download).suggestedFilename()).toMatch(/^compras-\d{4}-\d\d-\d\d\.csv$/)
    await search(page).fill('zzzz')
    await page.getByRole('heading', { name: 'Nada con eso' }).waitFor()
    await page.getByRole('link', { name: 'Ver todas' }).click()
    await row(page).waitFor()
    expect(await search(page).inputValue()).toBe('')
    await page.getByRole('combobox', { name: 'Estado' }).selectOption('confirmado')
    await page.getByText(/^51 compras/).waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('estado')).toBe('confirmado')
    await page.getByRole('button', { name: 'Quitar el filtro: Estado' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('estado')).toBe(null)
  })

  test('a purchase is opened by key, read whole, corrected, and keeps what changed', async () => {
    const { page } = await demo.visitor(PHONE)
    await enter(page)
    await page.keyboard.press('/')
    await page.keyboard.type('graterol')
    await page.getByText(/^2 compras$/).waitFor()
    await page.keyboard.press('Tab')
    await row(page).focus()
    await page.keyboard.press('Enter')
    const buyer = page.getByRole('region', { name: 'Comprador' })
    await buyer.waitFor()
    await page.getByRole('region', { name: 'Comprobante' }).getByText('Comprobaciones', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toMatch(
      /^https:\/\/wa\.me\/58\d{10}\?text=Hola%20Edixon/,
    )
    await buyer.getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar los datos del comprador' })
    await dialog.getByLabel('Correo', { exact: true }).fill('edixon.nuevo@ejemplo.test')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await buyer.getByText('edixon.nuevo@ejemplo.test').waitFor()
    await page
      .getByRole('region', { name: 'Historia' })
      .getByText(/corrigió los datos del comprador/)
      .waitFor()
    const notes = page.getByRole('region', { name: 'Notas del equipo' })
    await notes.getByLabel('Nota nueva').fill('Llamó: paga el resto el lunes.')
    await notes.getByRole('button', { name: 'Guardar la nota' }).click()
    await notes.getByRole('listitem').getByText('Llamó: paga el resto el lunes.').waitFor()
    await expectAccessibleEverywhere(page, 'a purchase with a note')
    await page.getByRole('main').getByRole('link', { name: 'Compras' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Edixon Graterol/)
    await page.keyboard.press('Enter')
    await buyer.getByRole('link', { name: /^[VE]-/ }).click()
    await expect.poll(() => search(page).inputValue()).toMatch(/^[VE]-/)
  })

  test('a purchase opens at its top, and Back returns to where the list was left', async () => {
    const { page } = await demo.visitor(PHONE)
    await enter(page)
    const stage = page.locator('.stage')
    const top = () => stage.evaluate((element) => element.scrollTop)
    const row = page.locator('main a[href*="/compras/"]').nth(12)
    await row.scrollIntoViewIfNeeded()
    const left = await top()
    expect(left).toBeGreaterThan(300)
    await row.click()
    await page.getByRole('heading', { name: 'Comprador', exact: true }).waitFor()
    expect(await top()).toBe(0)
    await page.goBack()
    await expect.poll(top).toBe(left)
  })

  test('blocked from a purchase, with a reason; the desk says it and offers a refund; unblocked from the list', async () => {
    const { page, complaints } = await demo.visitor(PHONE)
    await enter(page)
    await page.goto(`${demo.address}/panel/compras?estado=en+revision&buscar=Edixon`)
    await page.getByRole('link', { name: /Edixon Graterol/ }).click()
    await page.getByRole('button', { name: 'Bloquear a esta persona…' }).click()
    const dialog = page.getByRole('dialog', { name: /Bloquear a Edixon/ })
    await dialog.getByLabel('su teléfono', { exact: false }).check()
    await dialog.getByLabel('Por qué').fill('Devolvió tres pagos después de recibir sus números')
    await dialog.getByRole('button', { name: 'Bloquear' }).click()
    await page.getByText('Persona bloqueada:').waitFor()

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
    complaints.length = 0
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
    await page.getByLabel('Cédula').fill('V-7.654.321')
    await page.getByLabel('Por qué').fill('Se hace pasar por nuestro vendedor')
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
    await list.getByText('V-7.654.321').waitFor()
    await page.getByRole('button', { name: /^Desbloquear a Edixon/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click()
    await expect.poll(() => list.getByText('Edixon Graterol').count()).toBe(0)
  })
})
