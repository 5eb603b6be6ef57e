import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE } from './support/browser.ts'
import { type Demo, openDemo } from './support/demo.ts'
import { farFromMidnight } from './support/far-from-midnight.ts'
import { closed, inPlace } from './support/journey.ts'
import { enter, type SignIn } from './support/owner.ts'
import { inside } from './support/product.ts'
import { addMore } from './support/set-up.ts'
import { operator } from './support/team.ts'

const SELLER = operator('Rosa', 'vendedor')

async function openWithTeam(): Promise<Demo> {
  const demo = await openDemo(await farFromMidnight())
  await inside(demo.env, (ctx) => addMore(ctx, { team: [SELLER] }))
  return demo
}

/** A sale by phone or against cash. */
inPlace('selling by hand', closed(openWithTeam), (demo) => {
  async function openPurchases(page: Page, who: SignIn): Promise<void> {
    await enter(page, `${demo.address}/panel/compras`, who)
    await page
      .getByRole('link', { name: /Edixon Graterol/ })
      .first()
      .waitFor()
  }
  async function fillBuyer(page: Page): Promise<void> {
    await page.getByLabel('Cédula').fill('V-99.000.111')
    await page.getByLabel('Nombre y apellido').fill('Ana del Valle Ejemplo')
    await page.getByLabel('Teléfono').fill('0412-000.33.22')
  }
  const sell = (page: Page) => page.getByRole('button', { name: 'Cobré: dar los números' })

  test('an operator who only sells sells for cash, finds the sale again, and is led nowhere else; the owner sees the cash', async () => {
    const { page } = await demo.visitor(PHONE)
    await enter(page, `${demo.address}/panel`, SELLER)
    await page.getByText('Todavía no vendes nada').waitFor()
    expect(await page.getByRole('link', { name: /Revisión|Compras|Correos|Rifas|Tasas/ }).count()).toBe(0)
    await expectAccessibleEverywhere(page, 'the home of who only sells')

    await page.getByRole('link', { name: 'Vender' }).first().click()
    await page.getByLabel('Cédula').fill('V-99.000.333')
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

    const owner = await demo.visitor(DESK)
    await enter(owner.page, `${demo.address}/panel/compras`, demo.owner)
    await owner.page.getByRole('link', { name: 'Vendedores' }).click()
    const row = owner.page.getByRole('link', { name: /Rosa Ejemplo/ })
    await row.getByText('1 venta · 2 boletos').waitFor()
  })

  test('cash: the form says what is missing, a reload and a lost answer sell once, the numbers are tickets', async () => {
    const { page, complaints } = await demo.visitor(PHONE)
    await openPurchases(page, demo.owner)
    await page.getByRole('link', { name: 'Vender a mano' }).click()
    await page.getByRole('heading', { name: 'Vender a mano' }).waitFor()
    await sell(page).click()
    await page.getByText('La cédula lleva de 5 a 9 dígitos.').waitFor()
    await fillBuyer(page)
    await page.getByRole('button', { name: '5', exact: true }).click()
    await page.getByRole('radio', { name: 'Efectivo en Bs.' }).check()
    await page.reload()
    await page.getByText('Lo que escribiste sigue aquí.').waitFor()
    expect(await page.getByLabel('Nombre y apellido').inputValue()).toBe('Ana del Valle Ejemplo')
    expect(await page.getByLabel('Cantidad de boletos').inputValue()).toBe('5')
    // The sale arrives and its answer is lost: the page is closed over it, and what is sent again finds the first sale.
    let sales = 0
    await page.route('**/api/panel/compras/nueva', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sales += 1
      if (sales > 1) return route.continue()
      await route.fetch()
      return route.abort('connectionreset')
    })
    await sell(page).click()
    await page.getByText('No llegó la respuesta', { exact: false }).waitFor()
    complaints.length = 0
    await page.reload()
    await page.getByRole('heading', { name: 'No llegó la respuesta' }).waitFor()
    await page.getByText('Ana del Valle Ejemplo').waitFor()
    await expectAccessibleEverywhere(page, 'a sale without an answer')
    await page.getByRole('button', { name: 'Enviar de nuevo' }).click()
    await page.getByRole('heading', { name: 'Vendido' }).waitFor()
    expect(await page.getByRole('list', { name: 'Números' }).getByRole('listitem').count()).toBe(5)
    await expectAccessibleEverywhere(page, 'the tickets')
    // A browser that hands no files to others downloads it.
    await page.evaluate(() => Object.defineProperty(navigator, 'canShare', { value: () => false }))
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Enviar como imagen' }).click(),
    ])
    expect(picture.suggestedFilename()).toMatch(/^TB-\w{6}\.png$/)
    const chat = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')
    expect(chat).toContain('https://wa.me/584120003322?text=')
    expect(chat).not.toContain('mi-compra')
  })
})
