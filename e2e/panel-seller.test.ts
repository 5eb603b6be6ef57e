import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE } from './support/browser.ts'
import { type Demo, openDemo } from './support/demo.ts'
import { farFromMidnight } from './support/far-from-midnight.ts'
import { closed, inPlace } from './support/journey.ts'
import { enter } from './support/owner.ts'
import { inside } from './support/product.ts'
import { addMore } from './support/set-up.ts'
import { operator } from './support/team.ts'

const SELLER = operator('Rosa', 'vendedor')

async function openWithSeller(): Promise<Demo> {
  const demo = await openDemo(await farFromMidnight())
  await inside(demo.env, (ctx) => addMore(ctx, { team: [SELLER] }))
  return demo
}

/** A vendor, and the owner who counts the cash. */
inPlace('an operator who only sells', closed(openWithSeller), (demo) => {
  test('looks for free numbers, sells for cash, finds the sale again, and is led nowhere else; the owner sees the cash', async () => {
    const { page } = await demo.visitor(PHONE)
    await enter(page, `${demo.address}/panel`, SELLER)
    await page.getByText('Todavía no vendes nada').waitFor()
    expect(await page.getByRole('link', { name: /Revisión|Compras|Correos|Rifas|Tasas/ }).count()).toBe(0)
    await page.getByText('¿Qué números están libres?').click()
    await page.getByRole('list', { name: 'Números libres' }).getByRole('listitem').first().waitFor()
    await expectAccessibleEverywhere(page, 'the home of who only sells')

    await page.getByRole('link', { name: 'Vender' }).first().click()
    await page.getByLabel('Cédula').fill('V-99.000.222')
    await page.getByLabel('Nombre y apellido').fill('Ana del Valle Ejemplo')
    await page.getByLabel('Teléfono').fill('0412-000.33.22')
    // A vendor does not confirm money of an account.
    await page.getByRole('radio', { name: 'Pago Móvil' }).check()
    await page.getByText('Quien ve la cuenta confirma ese pago', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: 'Cobré: dar los números' }).count()).toBe(0)
    await page.getByRole('radio', { name: 'Efectivo en $' }).check()
    await page.getByRole('button', { name: 'Cobré: dar los números' }).click()
    await page.getByRole('heading', { name: 'Vendido' }).waitFor()
    const numbers = await page.getByRole('list', { name: 'Números' }).getByRole('listitem').allTextContents()

    await page.getByRole('link', { name: 'Tus ventas' }).first().click()
    await page.getByText('Efectivo de hoy, para entregar').waitFor()
    await page.getByText(/^1 venta · 2 boletos$/).waitFor()
    await expectAccessibleEverywhere(page, 'what he sold')
    await page.getByRole('link', { name: /Ana del Valle Ejemplo/ }).click()
    await page.getByRole('heading', { name: 'Vendido' }).waitFor()
    expect(await page.getByRole('list', { name: 'Números' }).getByRole('listitem').allTextContents()).toEqual(numbers)
    await page.getByRole('button', { name: 'Enviar como imagen' }).waitFor()
    await expectAccessibleEverywhere(page, 'a sale of his')
    await page.getByRole('link', { name: 'Ayuda sobre esta pantalla' }).click()
    await page.getByRole('heading', { name: 'Vender a mano' }).waitFor()
    await page.getByRole('button', { name: 'Más' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Ayuda' }).click()
    await page.getByRole('link', { name: 'Manual del operador' }).waitFor()
    for (const elsewhere of ['/revision', '/compras/1']) {
      await page.goto(`${demo.address}/panel${elsewhere}`)
      await page.getByRole('heading', { name: 'Tus ventas' }).waitFor()
    }

    const owner = await demo.visitor(DESK)
    await enter(owner.page, `${demo.address}/panel/compras`, demo.owner)
    await owner.page.getByRole('link', { name: 'Vendedores' }).click()
    const row = owner.page.getByRole('link', { name: /Rosa Ejemplo/ })
    await row.getByText('1 venta · 2 boletos').waitFor()
    await expectAccessibleEverywhere(owner.page, 'who sold what')
    await row.click()
    await owner.page.getByText(/^1 compra ·/).waitFor()
    await owner.page.getByText('a mano, Rosa Ejemplo').waitFor()
  })
})
