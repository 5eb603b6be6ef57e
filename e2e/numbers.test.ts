import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CLIENT } from '#app/server/build-stamp.ts'
import { BUDGETS } from '../checks/budget-table.ts'
import { DESK, PHONE } from './support/browser.ts'
import { chooseProof, fillForm, holdByCall, makeBuyer, openGrid, paymentDialog } from './support/buyer.ts'
import { inShop } from './support/journey.ts'

/** Raffle 1 of the set-up: 10,000 numbers, at random or by hand. */
inShop('numbers picked by hand', {}, (shop) => {
  async function openNumbers(page: Page, quantity: 2 | 4): Promise<void> {
    await page.goto(`${shop.address}/rifa`)
    await openGrid(page, quantity - 2)
    await page.getByRole('dialog', { name: `Selecciona tus números (0/${quantity})` }).waitFor()
    await cell(page, '0000').waitFor()
  }
  const cell = (page: Page, number: string) => page.getByRole('gridcell', { name: number, exact: true })
  const confirm = (page: Page) => page.getByRole('button', { name: /^Confirmar \(/ })
  const tray = (page: Page) => page.getByRole('list', { name: 'Tus números' }).getByRole('listitem')

  const holdElsewhere = async (numbers: string[]) => expect(await holdByCall(shop.address, 1, numbers)).toBeTruthy()

  test('exactly as many as tickets are picked, survive a reload, and lead to the methods', async () => {
    const { page } = await shop.visitor(PHONE)
    await openNumbers(page, 2)
    expect(await confirm(page).getAttribute('aria-disabled')).toBe('true')
    await confirm(page).click({ force: true })
    await page.getByText('Debes seleccionar exactamente 2 números').waitFor()
    await cell(page, '0003').click()
    await page.getByRole('dialog', { name: 'Selecciona tus números (1/2)' }).waitFor()
    await page.getByRole('button', { name: 'Confirmar (1/2)' }).click({ force: true })
    await cell(page, '0007').click()
    await page.getByRole('dialog', { name: 'Selecciona tus números (2/2)' }).waitFor()
    expect(await cell(page, '0007').getAttribute('aria-selected')).toBe('true')
    expect(await cell(page, '0008').getAttribute('aria-selected')).toBe('false')
    await cell(page, '0008').click()
    await page.getByText('Ya tienes 2. Quita uno para cambiarlo.').waitFor({ state: 'attached' })
    expect(await tray(page).allTextContents()).toEqual(['0003', '0007'])
    await page.getByRole('button', { name: 'Quitar el 0003' }).click()
    await page.getByRole('searchbox', { name: 'Buscar un número' }).fill('9999')
    await cell(page, '9999').click()
    expect(await tray(page).allTextContents()).toEqual(['0007', '9999'])
    await page.reload()
    await page.getByRole('button', { name: 'Comprar' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('dialog', { name: 'Selecciona tus números (2/2)' }).waitFor()
    await confirm(page).click()
    await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
    await page.getByRole('button', { name: 'Volver', exact: true }).click()
    await page.getByRole('button', { name: 'Quitar el 0007' }).click()
    await page.getByRole('button', { name: 'Quitar el 9999' }).click()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the keyboard alone moves, finds, picks and drops', async () => {
    const { page } = await shop.visitor(DESK)
    await openNumbers(page, 2)
    const active = () => page.locator('.cell[data-active]').textContent()
    await page.getByRole('grid').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await active()).toBe('0002')
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+End')
    expect(await active()).toBe('9999')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Control+Home')
    expect(await active()).toBe('0000')
    await page.keyboard.type('5678', { delay: 20 })
    expect(await active()).toBe('5678')
    await page.keyboard.press('Enter')
    expect(await tray(page).allTextContents()).toEqual(['0002', '5678'])
    await page.keyboard.press('Enter')
    expect(await tray(page).allTextContents()).toEqual(['0002'])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('a whole purchase by the grid with its interruptions, a number that somebody else takes among them, stays within its scripts', async () => {
    const { page } = await shop.visitor(PHONE, [/404|409|ERR_/], { quick: true })
    const scripts = new Set<string>()
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
    })
    const loaded = () => [...scripts].reduce((sum, path) => sum + statSync(join(CLIENT, `${path}.br`)).size, 0)
    await openNumbers(page, 2)
    const early = await page.evaluate(() => {
      const [{ loadEventStart }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
      const asked = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      return asked.filter(({ startTime }) => startTime < loadEventStart).length
    })
    expect(early).toBe(0)
    await page.clock.install()
    // A number goes to somebody else, and another takes its place.
    for (const number of ['6100', '6101']) {
      await page.getByRole('searchbox', { name: 'Buscar un número' }).fill(number)
      await cell(page, number).click()
    }
    await confirm(page).click()
    await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
    await holdElsewhere(['6101', '6151'])
    await page.getByRole('button', { name: /Pago Movil/ }).click()
    await page.getByRole('alert').getByText('El 6101 ya no está disponible.').waitFor()
    await page.getByRole('button', { name: /^Tomar \d{4}$/ }).click()
    await page.getByRole('dialog', { name: 'Selecciona tus números (2/2)' }).waitFor()
    expect(await tray(page).allTextContents()).toContain('6100')
    await confirm(page).click()
    await page.getByRole('button', { name: /Pago Movil/ }).click()
    await paymentDialog(page).getByText('Paga exactamente').waitFor()
    // The tab is left, and gone on with in another.
    const buyer = makeBuyer(61)
    await fillForm(page, buyer)
    await page.evaluate(() => sessionStorage.clear())
    await page.reload()
    await page.getByRole('button', { name: 'Sigue tu compra' }).click()
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    // The time ends, and then the line.
    await page.route('**/api/rifas/apartado', (route) =>
      route.fulfill({ status: 404, json: { error: 'x', details: 'x', code: 'APARTADO_VENCIDO' } }),
    )
    await page.clock.fastForward(545_000)
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^00:5\d$/)
    await page.getByText('Último minuto para reportar').waitFor()
    await page.clock.fastForward(60_000)
    const over = page.getByRole('dialog', { name: 'Se acabó el tiempo' })
    await over.getByRole('button', { name: 'Ya pagué, reportar' }).click()
    await page.getByText('El tiempo terminó: reporta el pago que ya hiciste.').waitFor()
    const reference = paymentDialog(page).getByRole('textbox', { name: 'Referencia del pago' })
    expect(await reference.inputValue()).toBe(buyer.referencia)
    await page.clock.resume()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    const cut = page.getByRole('dialog', { name: 'Se cortó la conexión' })
    await cut.waitFor()
    await page.context().setOffline(false)
    await cut.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    for (const part of ['numbers-step', 'payment']) expect([...scripts].join(' ')).toContain(`/${part}-`)
    expect(loaded()).toBeLessThanOrEqual(BUDGETS.shopWhole)
  })

  test('a number taken while the grid is open leaves the picks by name, and any other takes its place', async () => {
    const { page } = await shop.visitor(PHONE, [/ERR_INTERNET_DISCONNECTED/])
    const [gone, other] = ['0011', '0012']
    await openNumbers(page, 2)
    await cell(page, gone).click()
    await cell(page, '0003').click()
    await holdElsewhere([gone, '5000'])
    // Coming back to the network asks again at once, as looking at the page again does.
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await page.getByRole('alert').getByText(`El ${gone} ya no está disponible. Elige otro.`).waitFor()
    expect(await cell(page, gone).getAttribute('aria-disabled')).toBe('true')
    const looks = (number: string) =>
      cell(page, number).evaluate((element) => [
        getComputedStyle(element).textDecorationLine,
        getComputedStyle(element, '::after').content,
      ])
    expect(await looks('0005')).toEqual(['none', 'none'])
    expect(await looks('0003')).toEqual(['none', '""'])
    expect(await looks(gone)).toEqual(['line-through', 'none'])
    const legend = await page.locator('.grid-legend span').allTextContents()
    expect(legend.map((text) => text.trim())).toEqual(['Disponible', 'Seleccionado', '01 No disponible'])
    await cell(page, gone).click({ force: true })
    await page.getByText(`El ${gone} no está disponible.`).waitFor({ state: 'attached' })
    await cell(page, other).click()
    expect(await tray(page).allTextContents()).toEqual(['0003', other])
    expect(await page.getByText('ya no está disponible').count()).toBe(0)
  })

  test('missing numbers are filled at random, from free ones only', async () => {
    const { page } = await shop.visitor(PHONE)
    await openNumbers(page, 4)
    await page.getByRole('checkbox', { name: 'Solo disponibles' }).check()
    expect(await page.locator('.cell-off:not(i)').count()).toBe(0)
    await cell(page, '0006').click()
    await page.getByRole('button', { name: 'Completar al azar (3)' }).click()
    await page.getByRole('dialog', { name: 'Selecciona tus números (4/4)' }).waitFor()
    const picked = await tray(page).allTextContents()
    expect([picked[0], new Set(picked).size]).toEqual(['0006', 4])
    expect(await page.getByRole('button', { name: /al azar/ }).count()).toBe(0)
    await page.getByRole('searchbox', { name: 'Buscar un número' }).fill('99999')
    await page.getByText('Ningún número disponible contiene «99999».').waitFor()
  })

  test('where a browser keeps nothing the picks last as long as the page, and the one that is taken is named', async () => {
    const { page } = await shop.visitor(PHONE, [/409/])
    await page.addInitScript(() => {
      const sessionStorage = {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      }
      Object.defineProperties(window, { sessionStorage, localStorage: sessionStorage })
    })
    await openNumbers(page, 2)
    for (const number of ['0030', '0031']) await cell(page, number).click()
    await confirm(page).click()
    const methods = page.getByRole('dialog', { name: 'Elige tu metodo de Pago' })
    await methods.waitFor()
    await page.getByRole('button', { name: 'Volver', exact: true }).click()
    await page.getByRole('dialog', { name: 'Selecciona tus números (2/2)' }).waitFor()
    expect(await tray(page).allTextContents()).toEqual(['0030', '0031'])
    await confirm(page).click()
    await holdElsewhere(['0031', '5002'])
    await methods.getByRole('button', { name: /Pago Movil/ }).click()
    await page.getByRole('alert').getByText('El 0031 ya no está disponible.').waitFor()
    expect(await tray(page).allTextContents()).toContain('0030')
  })

  test('numbers that cannot be loaded say so and are asked for again; fewer than the tickets say how many are left', async () => {
    const { page } = await shop.visitor(PHONE, [/.*/])
    await page.route('**/numeros', (route) => route.abort())
    await page.goto(`${shop.address}/rifa`)
    await openGrid(page)
    const failed = page.getByRole('dialog', { name: 'Error al cargar los números disponibles' })
    await failed.getByText('No se pudieron cargar los números disponibles').waitFor()
    await page.unroute('**/numeros')
    await page.route('**/numeros', (route) =>
      route.fulfill({ json: { data: [{ numero: '0003' }, { numero: '0004', estado: 'Vendido' }] } }),
    )
    await failed.getByRole('button', { name: 'Reintentar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Selecciona tus números' })
    await dialog.getByText('Solo quedan 1 números disponibles').waitFor()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a request that is made while an older answer is on its way follows after it', async () => {
    const { page } = await shop.visitor(PHONE)
    await page.addInitScript(() => {
      // Only what the journey does asks again, not the time.
      const real = setInterval
      window.setInterval = ((deed: () => void, ms: number) =>
        ms === 12_000 ? 0 : real(deed, ms)) as typeof setInterval
    })
    await openNumbers(page, 2)
    for (const number of ['0033', '0034']) await cell(page, number).click()
    const read = Promise.withResolvers<void>()
    const arrive = Promise.withResolvers<void>()
    await page.route(
      '**/numeros',
      async (route) => {
        const answer = await route.fetch()
        read.resolve()
        await arrive.promise
        await route.fulfill({ response: answer })
      },
      { times: 1 },
    )
    const askAgain = () => page.evaluate(() => dispatchEvent(new Event('online')))
    await askAgain()
    await read.promise
    await holdElsewhere(['0034', '5003'])
    await askAgain()
    arrive.resolve()
    await page.getByRole('alert').getByText('El 0034 ya no está disponible. Elige otro.').waitFor()
  })

  test('a small window still shows rows to pick from, and the way on', async () => {
    const { page } = await shop.visitor(PHONE)
    await openNumbers(page, 2)
    // A phone with its keyboard open.
    await page.setViewportSize({ width: 360, height: 350 })
    for (const number of ['0000', '0001']) await cell(page, number).click()
    await confirm(page).click()
    await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
  })
})
