import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { kindsOfMovement, oddStatement } from './support/money.ts'
import { confirm, enterAsOwner } from './support/owner.ts'
import { noticeOf } from './support/screens/money-sources.ts'

inShop('sources of money, in the panel', {}, (shop) => {
  let page: Page
  let codes: string[]
  let address = ''

  /** As the phone does. */
  async function forward(texto: string): Promise<void> {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ texto, app: 'Banesco' }),
    })
    expect(answer.status).toBe(200)
  }

  test('an owner puts the phone that gets the notices, and tries it without money', async () => {
    page = (await shop.visitor(PHONE, [], { stays: true })).page
    codes = await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel/conciliacion/fuentes`)
    await page.getByRole('heading', { name: 'Todavía ningún banco le avisa a tu tienda' }).waitFor()
    await page.getByRole('link', { name: 'Fuente', exact: true }).click()
    await page.getByRole('heading', { name: '¿Quién te avisa del dinero?' }).waitFor()
    await expectAccessibleEverywhere(page, 'sources, which')
    await page.getByRole('button', { name: 'Teléfono que reenvía avisos' }).click()
    await page.getByLabel('Nombre').fill('Teléfono de la caja')
    await page.getByRole('button', { name: 'Agregar' }).click()
    await confirm(page.getByRole('dialog', { name: 'Agregar: Teléfono que reenvía avisos' }), codes, 'Agregar')
    const key = page.getByRole('dialog', { name: 'Cópialo ahora' })
    address = (await key.getByText('/api/avisos/').textContent()) ?? ''
    expect(address).toMatch(new RegExp(`^${shop.address}/api/avisos/[\\w-]{43}$`))
    await key.getByRole('button', { name: 'Ya lo copié' }).click()

    await page.getByText('Pruébala sin dinero').waitFor()
    await forward('Prueba')
    await page.getByText('La prueba llegó').waitFor()
  })

  test('an unreadable notice is typed in, and a copied one is pasted', async () => {
    await forward(noticeOf('33571.18', '062437000111'))
    await forward('Mercantil: le transfirieron Bs. 1.300,50 de CARLA')
    await page.getByRole('link', { name: 'Volver a las fuentes' }).click()
    await page.getByText('1 aviso que nadie pudo leer').waitFor()
    await expectAccessibleEverywhere(page, 'sources, one unread')
    await page.getByRole('button', { name: 'Anotar el pago' }).click()
    const dialog = page.getByRole('dialog', { name: 'Anotar el pago' })
    await dialog.getByLabel('Monto').fill('1.300,50')
    await dialog.getByRole('button', { name: 'Anotar' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Último aviso:/).waitFor()

    await page.getByRole('button', { name: 'Pegar avisos' }).click()
    const paste = page.getByRole('dialog', { name: 'Pegar avisos' })
    await paste
      .getByLabel('Avisos')
      .fill(`${noticeOf('33571.18', '62437000111')}\n${noticeOf('12.50', '062437000222')}`)
    await paste.getByRole('button', { name: 'Ver cómo se leen' }).click()
    await paste.getByText('Ya estaba', { exact: true }).waitFor()
    await paste.getByText(/^\d{1,2} [a-z]{3} · ref\. 062437000222 · PEREZ C$/).waitFor()
    await expectAccessibleEverywhere(page, 'sources, pasted notices')
    await paste.getByRole('button', { name: 'Guardar 1 pago' }).click()
    await paste.waitFor({ state: 'detached' })
  })

  test('on a phone: the columns of a statement that nobody knows are chosen by hand, looked at and imported', async () => {
    await page.goto(`${shop.address}/panel/conciliacion`)
    await page.getByRole('button', { name: /^(Subir|Otro) extracto$/ }).click()
    const dialog = page.getByRole('dialog', { name: /^(Subir|Otro) extracto$/ })
    await dialog.getByLabel('Elegir el extracto').waitFor()
    await dialog.getByLabel('Elegir el extracto').setInputFiles(oddStatement('20', '0900310001'))
    await dialog.getByText('No se reconocen las columnas').waitFor()
    expect(await dialog.getByRole('button', { name: 'Importar' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Fila con los nombres').selectOption({ index: 1 })
    await dialog.getByLabel('Fecha', { exact: true }).selectOption({ label: 'A · cuando' })
    await dialog.getByLabel('Monto, con signo').selectOption({ label: 'D · cuanto' })
    await dialog.getByLabel('Referencia', { exact: true }).selectOption({ label: 'B · doc' })
    await dialog.getByLabel('Descripción').selectOption({ label: 'C · que' })
    await dialog.getByLabel('Un monto como 1.234 es').selectOption('punto')
    await dialog.getByRole('button', { name: 'Probar con estas columnas' }).click()
    const rows = dialog.getByRole('region', { name: 'Primeras filas' })
    await rows.getByText('26.000,00').waitFor()
    await rows.getByText('−Bs.\u00a07,80').waitFor()
    await dialog.getByText('Una fila sin leer').waitFor()
    await expectAccessibleEverywhere(page, 'columns that were chosen')
    await dialog.getByRole('button', { name: 'Importar 3' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('raro.txt').waitFor()
    await page.getByText('3 de 4 filas eran nuevas · 1 quedó sin leer').waitFor()

    await page.getByRole('button', { name: 'Otro extracto' }).click()
    // Whether a sign parts thousands is asked as well: nothing can be imported until then, and the button says why.
    const thousands = {
      ...kindsOfMovement(),
      buffer: Buffer.from('Fecha;Referencia;Abono\n20/11/2026;09003201;1.234\n'),
    }
    await dialog.getByLabel('Elegir el extracto').setInputFiles(thousands)
    await dialog.getByText('¿«1.234» son miles?').waitFor()
    await dialog.getByText('Una fila sin leer').waitFor()
    const bring = dialog.getByRole('button', { name: 'Importar', exact: true })
    expect(await bring.isDisabled()).toBe(true)
    await dialog.getByText('Primero responde lo que se pregunta arriba.').waitFor()
    await expectAccessibleEverywhere(page, 'an amount that is asked about')
    await dialog.getByRole('button', { name: 'Sí, son miles' }).click()
    await dialog.getByRole('button', { name: 'Entró', exact: true }).click()
    await rows.getByText('1.234,00').waitFor()
    await dialog.getByRole('button', { name: 'Otro archivo' }).click()
    // A word that nobody knows is asked; then the row that it says is read as it was answered.
    await dialog.getByLabel('Elegir el extracto').setInputFiles(kindsOfMovement())
    await dialog.getByText('¿«Ajuste» es dinero que entró o que salió?').waitFor()
    await dialog.getByText('Salieron 1').waitFor()
    await dialog.getByText('Esperan tu respuesta', { exact: true }).waitFor()
    await expectAccessibleEverywhere(page, 'a word that is asked about')
    await dialog.getByRole('button', { name: 'Salió', exact: true }).click()
    await dialog.getByText('Salieron 2').waitFor()
  })
})
