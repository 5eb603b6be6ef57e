import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE, untilTaken } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { confirm, enterAsOwner } from './support/owner.ts'
import { inside } from './support/product.ts'
import { reportPurchase } from './support/report-purchase.ts'
import { operator } from './support/team.ts'

/** Books by mail are offered where mail leaves. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1:9' }
const PARTNER = operator('Ana', 'dueno')
const SECOND = operator('Rita', 'dueno')
const team = [PARTNER, SECOND]

async function ready({ address }: { address: string }): Promise<void> {
  await reportPurchase(address, 'carla@ejemplo.test', '004512783390')
  await reportPurchase(address, 'luis@ejemplo.test', '009988776655', { cedula: '9876543' })
}

/** From the raffle to its books, which add up, can be printed and taken along. */
inShop('the books of a raffle', { team, rate: true, told: MAIL, ready }, (shop) => {
  test('it shows each method and all of them, in both currencies, and the way to take them along', async () => {
    const { page } = await shop.visitor(PHONE)
    await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel/rifas/2`)
    await page.getByRole('link', { name: 'Ver los libros' }).click()
    const total = page.getByRole('table', { name: 'Toda la rifa' })
    await total.getByRole('row', { name: /Vendido Bs. 5.200,00 \$7,74/ }).waitFor()
    await total.getByRole('row', { name: /Falta cobrar Bs. 5.200,00 \$7,74/ }).waitFor()
    await page.getByRole('region', { name: 'Pago Movil' }).waitFor()
    await expectAccessibleEverywhere(page, 'the books of a raffle')
    // An A4 sheet, whose width they fill.
    await page.setViewportSize({ width: 794, height: 1123 })
    await page.emulateMedia({ media: 'print' })
    await expect.poll(async () => (await total.boundingBox())?.width).toBeGreaterThan(700)
    expect(await page.getByRole('button', { name: 'Imprimir' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    const file = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Excel' }).click()
    expect((await file).suggestedFilename()).toMatch(/^libros-rifa-2-.*\.xlsx$/)
    await page.getByRole('button', { name: 'Expediente' }).click()
    await page.getByRole('dialog', { name: 'Descargar el expediente' }).waitFor()
    await page.getByRole('button', { name: 'Cerrar' }).click()
  })

  test('the money of an annulled purchase: its dialog, its buyer’s page, Por devolver, the books, and the closing of the month', async () => {
    const { id, codigo, nombre, secreto } = await inside(shop.env, async (ctx) => {
      const own = ctx.db.read.selectFrom('purchases').selectAll().where('correo', '=', 'luis@ejemplo.test')
      const purchase = await own.executeTakeFirstOrThrow()
      await approvePurchase(ctx, purchase.id, null, { actor: TESTER })
      return purchase
    })
    const { page } = await shop.visitor(PHONE)
    const buyer = await shop.visitor(PHONE)
    await enterAsOwner(page, shop.address, PARTNER)
    await page.goto(`${shop.address}/panel/revision/${id}`)
    const sure = page.getByRole('dialog', { name: 'Anular' })
    await untilTaken(() => page.getByRole('button', { name: 'Anular…' }).tap(), sure)
    await sure.getByText(/Lo que pagó, Bs\.\s2\.600,00, queda en Conciliación → Por devolver/).waitFor()
    await sure.getByRole('radio', { name: /Te devolvemos tu dinero/ }).check()
    await sure.getByRole('button', { name: 'Anular' }).tap()
    await sure.waitFor({ state: 'detached' })
    const own = `${shop.address}/mi-compra#${secreto}`
    await buyer.page.goto(own)
    await buyer.page
      .getByRole('heading', { name: /anulada/i })
      .first()
      .waitFor()
    expect(await buyer.page.getByText(/Te devolvimos/).count()).toBe(0)

    await page.goto(`${shop.address}/panel/conciliacion/por-devolver`)
    await page.getByRole('button', { name: `Devuelto a ${nombre}, ${codigo}` }).tap()
    const dialog = page.getByRole('dialog', { name: 'Devolver' })
    await dialog.getByLabel('Por qué').fill('No quedaban boletos')
    await dialog.getByRole('button', { name: 'Anotar la devolución' }).tap()
    await page.getByText('No hay nada por devolver').waitFor()
    await buyer.page.reload()
    await buyer.page.getByText(/Te devolvimos Bs\.\s2\.600,00 el /).waitFor()
    await page.goto(`${shop.address}/panel/compras/${id}`)
    await page
      .getByRole('region', { name: 'Devolución' })
      .getByText(/^Devuelto Bs\.\s2\.600,00/)
      .waitFor()

    await page.goto(`${shop.address}/panel/rifas/2/libros`)
    const total = page.getByRole('table', { name: 'Toda la rifa' })
    await total.getByRole('row', { name: /Vendido Bs. 2.600,00/ }).waitFor()
    await total.getByRole('row', { name: /Por devolver Bs. 0,00/ }).waitFor()
    await page.getByRole('button', { name: 'Cierre del mes' }).tap()
    const file = page.waitForEvent('download')
    await page.getByRole('dialog', { name: 'Cierre del mes' }).getByRole('button', { name: 'Descargar' }).tap()
    expect((await file).suggestedFilename()).toMatch(/^cierre-20\d\d-\d\d.*\.xlsx$/)
  })

  test('an owner lets the bank confirm alone with a code, and less needs none', async () => {
    const { page } = await shop.visitor(PHONE)
    const codes = await enterAsOwner(page, shop.address, SECOND)
    await page.goto(`${shop.address}/panel/rifas/2`)
    await page.getByRole('link', { name: 'Ver cómo se confirma' }).click()
    await page.getByText('Todavía ningún banco le habla a tu tienda').waitFor()
    await page.getByRole('radio', { name: /^El banco, solo/ }).check()
    await page.getByLabel('Pagos al día').fill('40')
    await page.getByLabel('Suma al día').fill('100.000,00')
    await expectAccessibleEverywhere(page, 'confirming without a person, being turned on')
    await page.getByRole('button', { name: 'Guardar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dejar que el banco confirme pagos' })
    await dialog.getByText('Hasta 40 pagos y Bs.\u00a0100.000,00 al día').waitFor()
    await confirm(dialog, codes, 'Encender')
    await page.getByRole('heading', { name: 'Encendido' }).waitFor()
    await page.getByLabel('Pagos al día').fill('30')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('0 de 30').waitFor()
  })
})
