import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { confirm as confirmBy, enterAsOwner } from './support/owner.ts'
import { OWNER } from './support/set-up.ts'

/** A refusal is an error of the network to the browser's console. */
const REFUSALS = [/status of (401|409|422)/]

inShop('where buyers pay, and the rate', { mailFrom: 'panel@ejemplo.test', rate: true }, (shop) => {
  let owner: Visitor
  let codes: string[] = []

  const goTo = (path: string) => owner.page.goto(`${shop.address}/panel${path}`)
  const offered = async (): Promise<Record<string, string>[]> =>
    (await fetch(`${shop.address}/api/rifas/metodo-pago`)).json()

  async function confirm(dialog: Locator, action: string): Promise<void> {
    await dialog.getByLabel('Por qué').fill('prueba de la casa')
    await confirmBy(dialog, codes, action)
  }

  test('an owner changes where buyers pay, and sees before and after', async () => {
    owner = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = owner
    codes = await enterAsOwner(page, shop.address)
    await goTo('/cobros')
    await page.getByRole('link', { name: /Pago Móvil/ }).waitFor()
    await expectAccessibleEverywhere(page, 'payment methods')
    await page.getByRole('link', { name: /Pago Móvil/ }).click()
    await page.getByLabel('Banco').selectOption('0102 Banco de Venezuela')
    await page.getByLabel('Teléfono').fill('414-000.66.50')
    const preview = page.getByRole('region', { name: 'Así lo ve quien compra' })
    await preview.getByText('0414-0006650').waitFor()
    await preview.getByText('se copia 04140006650').waitFor()
    await page.getByRole('button', { name: 'Revisar el cambio' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar dónde te pagan por Pago Móvil' })
    const [before, after] = [
      dialog.getByRole('region', { name: 'Ahora' }),
      dialog.getByRole('region', { name: 'Después' }),
    ]
    await before.getByText('0134 Banesco').waitFor()
    await after.getByText('0102 Banco de Venezuela').waitFor()
    // By what a seller knows, and not by an address alone.
    await after.getByText('Camioneta 4×4 (/rifa) y Moto 200 cc (/rifa1)').waitFor()
    await dialog.getByText('Nadie está pagando ahora mismo.').waitFor()
    await dialog.getByText(`${OWNER.nombre} recibe un correo con este cambio.`).waitFor()
    await expectAccessibleEverywhere(page, 'dialog before changing where buyers pay')
    await confirm(dialog, 'Cambiar dónde te pagan')
    await page.getByText(/^Guardado\. Ya lo ven así los compradores de .*\(\/rifa\)/).waitFor()
    expect((await offered())[0]).toMatchObject({ id: 1, banco: '0102 Banco de Venezuela', telefono: '04140006650' })
  })

  test('an error is said at its field, and nothing is asked before it is right', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await goTo('/cobros/nuevo')
    await page.getByRole('button', { name: /^Transferencia bancaria/ }).click()
    await page.getByLabel('Banco').selectOption('0105 Mercantil')
    await page.getByLabel('Número de cuenta').fill('0134 0000 0000 0000 0000')
    await page.getByLabel('/rifa1', { exact: false }).check()
    await page.getByRole('button', { name: 'Revisar el cambio' }).click()
    await page.getByText('La cuenta no es de 0105 Mercantil: empieza por 0134.').waitFor()
    await page.getByText('Falta: A nombre de.').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectAccessibleEverywhere(page, 'payment method with problems')
    await page.getByLabel('Número de cuenta').fill('0105 0000 0000 0000 0001')
    await page.getByLabel('Cédula o RIF').fill('j123456789')
    await page.getByLabel('A nombre de').fill('Inversiones Ejemplo, C.A.')
    await page.getByRole('button', { name: 'Revisar el cambio' }).click()
    await confirm(page.getByRole('dialog', { name: 'Agregar Transferencia Bancaria' }), 'Agregar')
    await page.getByRole('link', { name: /Transferencia bancaria/ }).waitFor()
    expect((await offered()).at(-1)).toMatchObject({ numeroCuenta: '01050000000000000001', cedula: 'J-12345678-9' })
  })

  test('the order is changed by the keyboard, and an account is closed without a code', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await goTo('/cobros')
    const down = page.getByRole('button', { name: 'Bajar Pago Móvil' })
    await down.focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await offered()).map(({ id }) => id)).toEqual([2, 1, 3, 6])
    await expect.poll(() => down.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.getByRole('link', { name: /^Zelle/ }).click()
    await page.getByRole('button', { name: 'Dejar de cobrar aquí' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apagar Zelle' })
    await dialog.getByRole('button', { name: 'Dejar de cobrar aquí' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect((await offered()).map(({ id }) => id)).toEqual([1, 3, 6])
  })

  test('a row that was changed in the database is told at home and put back', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    const database = new DatabaseSync(join(shop.env['DATA_DIR'] ?? '', 'tombola.sqlite'))
    database.exec('pragma busy_timeout = 5000')
    database.prepare("update payment_methods set telefono = '04140000666' where id = 1").run()
    database.close()
    await goTo('/')
    await page.getByText('Pago Móvil: cambió fuera del panel').waitFor()
    await page.getByRole('link', { name: 'Comparar' }).click()
    await page.getByRole('region', { name: 'Anotado en el diario' }).getByText('0414-0006650').waitFor()
    await expectAccessibleEverywhere(page, 'an altered method')
    await page.getByRole('button', { name: 'Restaurar lo anotado' }).click()
    await confirm(page.getByRole('dialog', { name: /Cambiar dónde te pagan/ }), 'Cambiar dónde te pagan')
    await page.getByText('Cambió fuera del panel').waitFor({ state: 'hidden' })
    expect((await offered())[0]).toMatchObject({ telefono: '04140006650' })
  })

  test('the rate of the day is one field, from the home on, without a reason and a code', async () => {
    const { page } = owner
    await goTo('/tasas')
    await page.getByRole('main').getByText('Bs.\u00a0671,42').first().waitFor()
    const today = page.getByRole('form', { name: 'La tasa de hoy' })
    expect(await today.count()).toBe(0)
    const database = new DatabaseSync(join(shop.env['DATA_DIR'] ?? '', 'tombola.sqlite'))
    database.exec('pragma busy_timeout = 5000')
    database.prepare('update rate_settings set fija_en = fija_en - 108000000').run()
    database.close()
    await goTo('/')
    await page.getByRole('heading', { name: 'Falta la tasa de hoy' }).waitFor()
    await page.getByRole('link', { name: 'Escribirla' }).click()
    await expect.poll(() => today.getByRole('textbox').count()).toBe(1)
    await expectAccessibleEverywhere(page, 'rates, with that of today to be written')
    await today.getByRole('textbox').fill('680,25')
    await today.getByRole('button', { name: 'Guardar' }).click()
    await page.getByRole('main').getByText('Bs.\u00a0680,25').first().waitFor()
    await today.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
