import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment } from './support/buyer.ts'
import { chromium } from './support/chromium.ts'
import { createInstallation, type Installation, type Product, startProduct } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** Chromium says of each 428 that something failed; the page does not. */
const ASKED = [/status of 428/]

describe.skipIf(!chromium)('a purchase under pressure', () => {
  let installation: Installation
  let product: Product
  let browser: Browser

  beforeAll(async () => {
    installation = await createInstallation(null)
    await setUpShop(installation.env)
    product = await startProduct(installation.env)
    browser = await launchBrowser()
  })

  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await installation?.remove()
  })

  /** Somebody else on the visitor's address holds and lets go, more often than a whole phone company's customers would. */
  async function press(): Promise<void> {
    const calls = `${product.address}/api/rifas/1/apartados`
    const headers = { 'content-type': 'application/json' }
    let asked = 0
    for (let time = 0; time < 1_000; time++) {
      const answer = await fetch(calls, { method: 'POST', headers, body: '{"cantidad_tickets":2}' })
      if (answer.status === 428) asked += 1
      // Some more, for what is counted fades.
      if (asked === 30) return
      if (!answer.ok) continue
      const { token } = (await answer.json()) as { token: string }
      await fetch(`${product.address}/api/rifas/apartado/soltar`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ apartado: token }),
      })
    }
    throw new Error('nobody was asked for work')
  }

  /** Everything that a person presses, from the link to the success. @returns how often. */
  async function buy(page: Page, serial: number): Promise<number> {
    let taps = 0
    await page.exposeFunction('countTap', () => {
      taps += 1
    })
    await page.addInitScript(() => {
      const { countTap } = window as unknown as { countTap: () => void }
      addEventListener('click', () => countTap(), true)
    })
    await page.goto(`${product.address}/rifa`)
    await openPayment(page)
    const buyer = makeBuyer(serial)
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
    return taps
  }

  test('takes no tap more: the phone works unseen for its hold, and the proof is sent once', async () => {
    const calm = await openVisitor(browser, PHONE)
    const taps = await buy(calm.page, 1)
    expect(taps).toBeGreaterThan(3)
    expect(calm.complaints).toEqual([])
    await calm.close()

    await press()
    const { page, complaints, close } = await openVisitor(browser, PHONE, ASKED)
    const [workers, holds, forms, asked]: string[][] = [[], [], [], []]
    page.on('worker', (worker) => workers?.push(worker.url()))
    page.on('request', (request) => {
      if (request.method() === 'POST' && /\/apartados$/.test(request.url())) {
        holds?.push(request.headers()['x-tombola-trabajo'] ? 'worked' : 'plain')
      }
      if (request.method() === 'POST' && /\/participantes$/.test(request.url())) forms?.push(request.url())
      if (/\/api\/rifas\/trabajo/.test(request.url())) asked?.push(request.url())
    })
    expect(await buy(page, 2)).toBe(taps)
    expect({ holds, forms: forms?.length, workers: workers?.length, asked }).toEqual({
      holds: ['plain', 'worked'],
      forms: 1,
      workers: 1,
      asked: [],
    })
    expect(complaints).toEqual([])
    await close()
  })

  test('also in a browser without workers and without its own digests, as on a page without https', async () => {
    await press()
    const { page, complaints, close } = await openVisitor(browser, PHONE, ASKED)
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'Worker')
      Object.defineProperty(window, 'crypto', { value: { getRandomValues: crypto.getRandomValues.bind(crypto) } })
    })
    await page.goto(`${product.address}/rifa`)
    await openPayment(page)
    expect(complaints).toEqual([])
    await close()
  })
})
