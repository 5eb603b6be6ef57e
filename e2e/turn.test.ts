import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment, reportByCall } from './support/buyer.ts'
import { chromium } from './support/chromium.ts'
import { createInstallation, type Installation, type Product, startProduct } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** The calls that count work, and give more of it: of who pays, and of who has reported. */
const OF_PASS = /\/api\/rifas\/apartado\/trabajo$/
const OF_PURCHASE = /\/api\/rifas\/mi-compra\/trabajo$/

describe.skipIf(!chromium)('a neighbour of buyers, while most of a raffle is in review', () => {
  let installation: Installation
  let product: Product
  let browser: Browser

  beforeAll(async () => {
    installation = await createInstallation(null)
    const env = { ...installation.env, TRUSTED_PROXIES: '127.0.0.1' }
    await setUpShop(env)
    product = await startProduct(env)
    browser = await launchBrowser()
    // Half from two addresses, some from a third, and from the visitor's own as much as it may have.
    let serial = 0
    const report = (cantidad: number, from?: string) =>
      reportByCall(product.address, makeBuyer(++serial), {
        cantidad,
        total: `${cantidad * 5}.00`,
        ...(from === undefined ? {} : { from }),
      })
    for (const from of ['203.0.113.1', '203.0.113.2']) for (let time = 0; time < 25; time++) await report(100, from)
    await report(10, '203.0.113.3')
    await report(12)
  })

  afterAll(async () => {
    await browser?.close()
    await product?.stop()
    await installation?.remove()
  })

  /** From the link to the payment, which says that nothing could be set aside. */
  async function pay(page: Page) {
    await page.goto(`${product.address}/rifa`)
    const payment = await openPayment(page)
    await payment.getByText('Ahora no podemos apartarte boletos').waitFor()
  }

  async function reportIt(page: Page, serial: number) {
    const buyer = makeBuyer(serial)
    await fillForm(page, buyer)
    await chooseProof(page, buyer)
    await page.getByRole('button', { name: 'Confirmar Compra' }).click()
    const done = page.getByRole('dialog', { name: 'Pago enviado' })
    await done.waitFor()
    return done
  }

  test('pays without tickets on hold, his phone works meanwhile, and his report has them at once', async () => {
    const { page, complaints, close } = await openVisitor(browser, PHONE)
    const worked = page.waitForResponse(
      async (answer) => OF_PASS.test(answer.url()) && (await answer.json()).trabajo === null,
    )
    await pay(page)
    await worked
    const done = await reportIt(page, 900)
    await done.getByText('Tus 2 boletos están reservados mientras tanto.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('reports before his phone is ready: it is told that he waits, works on, and says when there are tickets', async () => {
    const { page, complaints, close } = await openVisitor(browser, PHONE)
    // The sheet is open for too short a time.
    await page.route(OF_PASS, (route) => route.fulfill({ json: { tiene_boletos: false, trabajo: null } }))
    let answers = () => {}
    const held = new Promise<void>((resolve) => {
      answers = resolve
    })
    let asked = 0
    await page.route(OF_PURCHASE, async (route) => {
      asked += 1
      if (asked === 2) await held
      await route.continue()
    })
    await pay(page)
    const done = await reportIt(page, 901)
    await done.getByText('En espera de boletos').waitFor()
    await done.getByText('Deja esta página abierta un momento').waitFor()
    answers()
    await done.getByText('Tus 2 boletos están reservados mientras tanto.').waitFor()
    await done.getByText('En revisión').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('closes it and comes back by his link, also without workers: his page works there', async () => {
    const { page, complaints, close } = await openVisitor(browser, PHONE)
    const { enlace } = await reportByCall(product.address, makeBuyer(902), { total: '10.00' })
    await page.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
    await page.goto(product.address + enlace)
    await page.getByText('Tu pago espera boletos').waitFor()
    await page.getByRole('heading', { name: 'Estamos verificando tu pago' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
