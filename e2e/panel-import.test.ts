import { expect, test } from 'vitest'
import { LAYOUTS, type Layout, LINES } from '#movements/server/statements/testing/write-statements.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { kindsOfMovement, oddStatement } from './support/money.ts'
import { enter } from './support/owner.ts'

const BANESCO = LAYOUTS.find(({ archivo }) => archivo === 'banesco.xlsx') as Layout

inShop('a statement whose columns nobody knows', {}, (shop) => {
  test('on a phone: its columns are chosen by hand, looked at, imported, and known the next time', async () => {
    const { page } = await shop.visitor(PHONE)
    await enter(page, `${shop.address}/panel/conciliacion`)
    await page.getByRole('button', { name: 'Subir extracto' }).click()
    const dialog = page.getByRole('dialog', { name: /^(Subir|Otro) extracto$/ })
    await dialog.getByLabel('Elegir el extracto').waitFor()
    await expectAccessibleEverywhere(page, 'a statement to be chosen')
    await dialog.getByLabel('Elegir el extracto').setInputFiles(oddStatement('20', '0900310001'))
    await dialog.getByText('No se reconocen las columnas').waitFor()
    expect(await dialog.getByRole('button', { name: 'Importar' }).isDisabled()).toBe(true)
    await dialog.getByText('Falta decir cuál es la fecha.').waitFor()

    await dialog.getByLabel('Fila con los nombres').selectOption({ index: 1 })
    await dialog.getByLabel('Fecha', { exact: true }).selectOption({ label: 'A · cuando' })
    await dialog.getByText('Falta decir cuál es el monto, o lo que entró.').waitFor()
    await dialog.getByLabel('Monto, con signo').selectOption({ label: 'D · cuanto' })
    await dialog.getByLabel('Referencia', { exact: true }).selectOption({ label: 'B · doc' })
    await dialog.getByLabel('Descripción').selectOption({ label: 'C · que' })
    await dialog.getByLabel('Un monto como 1.234 es').selectOption('punto')
    await dialog.getByRole('button', { name: 'Probar con estas columnas' }).click()
    const rows = dialog.getByRole('region', { name: 'Primeras filas' })
    await rows.getByText('26.000,00').waitFor()
    await rows.getByText('−Bs.\u00a07,80').waitFor()
    await dialog.getByText('Una fila no se pudo leer').waitFor()
    await expectAccessibleEverywhere(page, 'columns that were chosen')
    await dialog.getByRole('button', { name: 'Importar 3' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('raro.txt').waitFor()

    await page.getByRole('button', { name: 'Otro extracto' }).click()
    await dialog.getByLabel('Elegir el extracto').setInputFiles(oddStatement('21', '0900310005'))
    await rows.getByText('26.000,00').waitFor()
    await dialog.getByRole('button', { name: 'Importar 3' }).waitFor()

    // A word that nobody knows is asked; then the row that it says is read as it was answered.
    await dialog.getByRole('button', { name: 'Otro archivo' }).click()
    await dialog.getByLabel('Elegir el extracto').setInputFiles(kindsOfMovement())
    await dialog.getByText('¿«Ajuste» es dinero que entró o que salió?').waitFor()
    await dialog.getByText('Salieron 1').waitFor()
    await expectAccessibleEverywhere(page, 'a word that is asked about')
    await dialog.getByRole('button', { name: 'Salió', exact: true }).click()
    await dialog.getByText('Salieron 2').waitFor()
    expect(await dialog.getByText('¿«Ajuste»').count()).toBe(0)

    // It looks like another bank's than Zelle: it is imported for it only after somebody says so.
    await dialog.getByLabel('Cuenta', { exact: true }).selectOption({ label: 'Zelle' })
    await dialog.getByText('¿De qué cuenta es este extracto?').waitFor()
    const bring = dialog.getByRole('button', { name: /^Importar/ })
    expect(await bring.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Es de Zelle' }).click()
    await expect.poll(() => bring.isDisabled()).toBe(false)

    // A statement as its bank gives it asks nothing, and says how its columns are known.
    await dialog.getByRole('button', { name: 'Otro archivo' }).click()
    await dialog.getByLabel('Elegir el extracto').setInputFiles({
      name: BANESCO.archivo,
      mimeType: 'application/octet-stream',
      buffer: await BANESCO.write(LINES),
    })
    await dialog.getByLabel('Cuenta', { exact: true }).selectOption({ index: 0 })
    await dialog.getByText('Banesco').first().waitFor()
    await dialog.getByText('Según documentación de terceros').waitFor()
  })
})
