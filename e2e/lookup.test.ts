import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { PHONE, withoutDialogs } from './support/browser.ts'
import { makeBuyer, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'
import { inside } from './support/product.ts'

const FAILED = [/Failed to load resource/, /ERR_FAILED/]

/** 'Verificar Ticket': the numbers of a cédula in the raffle of the page. */
inShop('the lookup by cédula', {}, (shop) => {
  let buyers = 0

  async function buy(cedula: string, cantidad: number, raffle = { id_rifa: 1, price: 5 }) {
    buyers += 1
    const buyer = { ...makeBuyer(60_000 + buyers), cedula }
    const total = `${cantidad * raffle.price}.00`
    return reportByCall(shop.address, buyer, { id_rifa: raffle.id_rifa, cantidad, total })
  }
  /** @returns the numbers of all of them. */
  const approve = (purchases: { id: number }[]) =>
    inside(shop.env, async (ctx) => {
      const numbers: string[] = []
      for (const { id } of purchases) numbers.push(...(await approvePurchase(ctx, id, null, { actor: TESTER })))
      return numbers.sort()
    })
  const field = (page: Page) => page.getByRole('textbox', { name: /Cédula con la que compraste/ })
  const numbersOf = (page: Page) => page.getByRole('dialog', { name: 'Números asignados' })

  async function search(page: Page, cedula: string): Promise<void> {
    await field(page).fill(cedula)
    await page.getByRole('button', { name: 'Buscar' }).click()
  }

  test('however it is written, with purchases in review, and the focus comes back', async () => {
    const { page } = await shop.visitor(PHONE)
    const cedula = '40000001'
    const numbers = await approve([await buy(cedula, 8)])
    await buy(cedula, 3)
    await approve([await buy(cedula, 2, { id_rifa: 2, price: 1300 })])
    await page.goto(`${shop.address}/rifa`)
    const dotted = `V-${cedula.replace(/(\d)(?=(\d{3})+$)/g, '$1.')}`
    for (const typed of [cedula, dotted, `v0${cedula}`]) {
      await field(page).fill(typed)
      await field(page).press('Enter')
      const dialog = numbersOf(page)
      await dialog.getByText('8 boletos de Camioneta 4×4').waitFor()
      await dialog.getByText('Tienes 3 boletos más en revisión.').waitFor()
      expect(await dialog.getByRole('listitem').locator('b').allTextContents()).toEqual(numbers)
      if (typed === dotted) await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
      await withoutDialogs(page)
      await page.waitForFunction(() => document.activeElement?.id === 'cedula-consulta')
    }
    await page.goto(`${shop.address}/rifa1`)
    await search(page, cedula)
    await numbersOf(page).getByText('2 boletos de Moto 200 cc').waitFor()
  })

  test('a purchase in review has no numbers yet, and a foreigner is found by E', async () => {
    const { page } = await shop.visitor(PHONE)
    await buy('E84321567', 2)
    await page.goto(`${shop.address}/rifa`)
    await search(page, '84321567')
    await page.getByText('No tienes participaciones en la rifa actual').waitFor()
    await page.getByRole('combobox', { name: 'Nacionalidad' }).selectOption('E')
    await search(page, '84.321.567')
    expect(await page.getByText('No tienes participaciones en la rifa actual').count()).toBe(0)
    await numbersOf(page).getByText('Todavía no tienes números en Camioneta 4×4').waitFor()
    await numbersOf(page).getByText('Tienes 2 boletos en revisión.').waitFor()
  })

  test('a thousand numbers are all there, searched and copied, and print alone', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.address })
    const numbers = await approve(await Promise.all(Array.from({ length: 10 }, () => buy('41000000', 100))))
    await page.goto(`${shop.address}/rifa`)
    await search(page, '41000000')
    const dialog = numbersOf(page)
    await dialog.getByText('1.000 boletos de Camioneta 4×4').waitFor()
    expect(await dialog.getByRole('listitem').locator('b').allTextContents()).toEqual(numbers)
    const box = dialog.getByRole('searchbox', { name: 'Buscar un número' })
    await box.fill(numbers[567] ?? '')
    expect(await dialog.getByRole('listitem').locator('b').allTextContents()).toEqual([numbers[567]])
    await box.fill('no')
    await dialog.getByText('Ninguno de tus números contiene «no».').waitFor()
    await dialog.getByRole('button', { name: 'Copiar todos los números' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(numbers.join(', '))
    await box.fill('')
    await page.emulateMedia({ media: 'print' })
    expect(await dialog.getByText(numbers[0] ?? '', { exact: true }).isVisible()).toBe(true)
    expect(await dialog.getByRole('button', { name: 'Cerrar' }).last().isVisible()).toBe(false)
    expect(await page.getByRole('heading', { name: 'Adquiere tus Boletos', includeHidden: true }).isVisible()).toBe(
      false,
    )
  })

  test('an error is shown under the field, and the next search removes it', async () => {
    const { page } = await shop.visitor(PHONE, FAILED)
    await page.goto(`${shop.address}/rifa`)
    const wrong = page.getByText('Escribe tu cédula, por ejemplo 12345678.')
    for (const typed of ['', 'abc', 'J123456789']) {
      await search(page, '99999999')
      await wrong.waitFor({ state: 'detached' })
      await page.getByText('No tienes participaciones en la rifa actual').waitFor()
      await search(page, typed)
      await wrong.waitFor()
    }
    await page.route('**/api/rifas/rifas/1', (route) => route.abort())
    await search(page, '99999999')
    await page.getByText('No se pudo obtener la rifa').waitFor()
    expect(await page.getByText('Escribe tu cédula').count()).toBe(0)
    await page.unroute('**/api/rifas/rifas/1')
    await page.route('**/participante/buscar', (route) => route.abort())
    await search(page, '99999999')
    await page.getByText('Error al buscar participaciones').waitFor()
    await page.unroute('**/participante/buscar')
  })

  test("'Buscar' clears what was said and asks for the raffle, then for the participations, once however often it is pressed", async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(`${shop.address}/rifa`)
    const none = page.getByText('No tienes participaciones en la rifa actual')
    await search(page, '99999999')
    await none.waitFor()
    const asked: string[] = []
    // Parts of the page may still be loading behind it: what counts is what it asks of the shop.
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname)
    })
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/rifas/rifas/1', async (route) => {
      await answer.promise
      await route.continue()
    })
    const button = page.getByRole('button', { name: 'Buscar' })
    await search(page, '99999998')
    await none.waitFor({ state: 'detached' })
    await button.and(page.locator('[aria-busy=true]')).waitFor()
    await button.click()
    await button.press('Enter')
    await field(page).press('Enter')
    await button.focus()
    await expect.poll(() => asked).toEqual(['/api/rifas/rifas/1'])
    answer.resolve()
    await none.waitFor()
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(asked).toEqual(['/api/rifas/rifas/1', '/api/rifas/participante/buscar'])
  })
})
