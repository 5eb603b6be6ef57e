import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import { setFixedRate } from '#rates/server/set-rate.ts'
import { PHONE } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { inside } from './support/product.ts'

/** A raffle that only sells by hand, with more numbers than any browser could show. */
const numbers = 10_000_000
inShop(`a grid of ${numbers} numbers`, { prepare: (env) => sells(env, numbers) }, (shop) => {
  const digits = String(numbers - 1).length
  const text = (place: number) => String(place).padStart(digits, '0')

  const cell = (page: Page, place: number) => page.getByRole('gridcell', { name: text(place), exact: true })
  const grid = (page: Page) => page.getByRole('grid')
  /** The first number that is seen whole. */
  const leading = (page: Page) =>
    grid(page).evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return Number(document.elementFromPoint(left + 20, top + 60)?.textContent)
    })

  test('holds the elements of one screen, follows the finger, and is reached everywhere', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.goto(`${shop.address}/rifa`)
    await page.getByRole('button', { name: 'Comprar' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await cell(page, 0).waitFor()
    const columns = Number(await grid(page).getAttribute('aria-colcount'))
    expect(await grid(page).getAttribute('aria-rowcount')).toBe(String(Math.ceil(numbers / columns)))
    expect(await grid(page).locator('*').count()).toBeLessThan(150)

    // A stop in the middle, and from there by hand: a row of 50 pixels for each 50 pixels.
    const half = page
      .getByRole('navigation', { name: 'Ir a un tramo' })
      .getByRole('button', { name: text(numbers / 2) })
    await half.click()
    await cell(page, numbers / 2).waitFor()
    const from = await leading(page)
    await grid(page).hover()
    await page.mouse.wheel(0, 500)
    await expect.poll(() => leading(page)).toBe(from + 10 * columns)
    // The scrollbar comes to rest where that part of the list is; what is seen stays.
    await page.waitForTimeout(400)
    expect(await leading(page)).toBe(from + 10 * columns)
    await page.mouse.wheel(0, -500)
    await expect.poll(() => leading(page)).toBe(from)

    // Both ends, the last one also by the scrollbar.
    await grid(page).evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await cell(page, numbers - 1).click()
    await grid(page).focus()
    await page.keyboard.press('Control+Home')
    expect(await cell(page, 0).getAttribute('data-active')).toBe('')
    await page.keyboard.type(text(numbers / 4 + 7), { delay: 20 })
    expect(await cell(page, numbers / 4 + 7).getAttribute('data-active')).toBe('')

    await page.getByRole('searchbox', { name: 'Buscar un número' }).fill(text(numbers - 42))
    await page.getByRole('searchbox', { name: 'Buscar un número' }).press('Enter')
    const tray = page.getByRole('list', { name: 'Tus números' }).getByRole('listitem')
    expect(await tray.allTextContents()).toEqual([text(numbers - 1), text(numbers - 42)])
  })
})

function sells(env: Record<string, string>, total_numeros: number): Promise<void> {
  return inside(env, async (ctx) => {
    await setFixedRate(ctx, '671.4235', { actor: TESTER })
    const raffle = newRaffle.parse({ titulo: 'Casa', precio: '5.00', total_numeros, seleccion: 'manual' })
    await publishRaffle(ctx, await createRaffle(ctx, raffle, TESTER), TESTER)
  })
}
