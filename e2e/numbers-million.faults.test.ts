import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { createInstallation, type Installation, type Product, startProduct, tombolaJson } from './support/product.ts'

/** A raffle that only sells by hand, with more numbers than any browser could show. */
describe.skipIf(chromium === null).each([1_000_000, 10_000_000])('a grid of %i numbers', (numbers) => {
  let browser: Browser
  let installation: Installation
  let product: Product
  const digits = String(numbers - 1).length
  const text = (place: number) => String(place).padStart(digits, '0')

  beforeAll(async () => {
    installation = await createInstallation(null)
    const { env } = installation
    await tombolaJson(env, ['migrate'])
    await tombolaJson(env, ['rates', 'fix', '671.4235'])
    const raffle = { titulo: 'Casa', precio: '5.00', total_numeros: numbers, seleccion: 'manual' }
    const { id } = await tombolaJson<{ id: number }>(env, ['raffles', 'create', '-'], raffle)
    await tombolaJson(env, ['raffles', 'publish', String(id)])
    product = await startProduct(env)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await installation?.remove()
  })

  const cell = (page: Page, place: number) => page.getByRole('gridcell', { name: text(place), exact: true })
  const grid = (page: Page) => page.getByRole('grid')
  /** The first number that is seen whole. */
  const leading = (page: Page) =>
    grid(page).evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return Number(document.elementFromPoint(left + 20, top + 60)?.textContent)
    })

  test('holds the elements of one screen, follows the finger, and is reached everywhere', async () => {
    const { page, complaints, close } = await openVisitor(browser, PHONE)
    await page.goto(`${product.address}/rifa`)
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
    expect(complaints).toEqual([])
    await close()
  })
})
