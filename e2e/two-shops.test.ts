import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment } from './support/buyer.ts'
import { chromium } from './support/chromium.ts'
import { createInstallation, type Installation, type Product, startProduct } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** Nobody told the rate there. */
const WITHOUT_RATE = [/tasa-bcv/]
/** Chromium's complaint about a call that the other host does not open. */
const CLOSED = [/Failed to load resource/, /ERR_FAILED/, /CORS policy/]

/** Pages on one host and calls on another, both of this product: what an operator sets up with API_HOST and ALLOWED_ORIGINS. */
describe.skipIf(chromium === null)('pages here, calls there', () => {
  let browser: Browser
  let pages: Installation
  let calls: Installation
  const running: Product[] = []

  beforeAll(async () => {
    pages = await createInstallation(null)
    calls = await createInstallation(null)
    await setUpShop(pages.env)
    await setUpShop(calls.env)
    browser = await launchBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    for (const product of running) await product.stop()
    await pages?.remove()
    await calls?.remove()
  })

  async function start(env: Record<string, string>): Promise<Product> {
    const product = await startProduct(env)
    running.push(product)
    return product
  }

  test('a host that lists the pages sells and answers there; one that does not is told as unreachable', async () => {
    // Both hosts have to know the other's address before they start.
    const port = await ownPort()
    const open = await start({
      ...calls.env,
      PORT: String(await ownPort()),
      ALLOWED_ORIGINS: `http://localhost:${port}`,
    })
    const shop = await start({ ...pages.env, PORT: String(port), API_HOST: open.address })
    const { page, close } = await openVisitor(browser, PHONE, WITHOUT_RATE)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(new URL(request.url()).origin)
    })
    await page.goto(`${shop.address}/rifa`)
    await openPayment(page)
    await page.getByText('Tus 2 boletos están apartados').waitFor()
    const buyer = makeBuyer(1)
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    const done = page.getByRole('dialog', { name: 'Pago enviado' })
    await done.waitFor()
    await done.getByRole('button', { name: 'Cerrar' }).last().click()
    await page.getByRole('textbox', { name: 'Cédula con la que compraste' }).fill(buyer.cedula)
    await page.getByRole('button', { name: 'Buscar' }).click()
    await page
      .getByText(/en revisión/i)
      .first()
      .waitFor()
    expect([...new Set(asked)]).toEqual([open.address])
    await close()

    await open.stop()
    const shut = await start({ ...calls.env, PORT: new URL(open.address).port })
    const visitor = await openVisitor(browser, PHONE, CLOSED)
    await visitor.page.goto(`${shop.address}/rifa`)
    await visitor.page.getByText('No se pudo obtener la rifa').waitFor()
    expect((await fetch(`${shut.address}/api/rifas`)).status).toBe(200)
  })
})
