import { beforeAll, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE, withoutDialogs } from './support/browser.ts'
import { chooseProof, fillForm, holdByCall, makeBuyer, openPayment, reportByCall } from './support/buyer.ts'
import { inShop } from './support/journey.ts'

/** The page is told that nothing can be set aside, and that this shop has no rate, and Chromium writes that down. */
const REFUSED = [/status of (409|429)/, /tasa-bcv/]

/** Addresses that each take the share of one, a quarter of the 1,000 numbers. */
const SCRIPTS = [1, 2, 3, 4].map((host) => `203.0.113.${host}`)

inShop('a buyer for whom nothing can be set aside', { told: { TRUSTED_PROXIES: '127.0.0.1' } }, (shop) => {
  let serial = 0

  beforeAll(async () => {
    // Four addresses hold all of it, as nobody who buys would.
    for (const script of SCRIPTS) for (let time = 0; time < 5; time++) await holdByCall(shop.address, 2, 50, script)
  })

  /** Somebody else reports a payment. */
  const fake = (cantidad: number, from: string) =>
    reportByCall(shop.address, makeBuyer(++serial), { id_rifa: 2, cantidad, total: `${cantidad * 1300}.00`, from })

  test('pays all the same: the report has tickets at once, or waits when others reported first, and its page says which', async () => {
    const { page } = await shop.visitor(PHONE, REFUSED, { quick: true })
    const pay = async () => {
      await page.goto(`${shop.address}/rifa1`)
      const payment = await openPayment(page)
      await payment.getByText('Ahora no podemos apartarte boletos').waitFor()
    }
    const reportIt = async () => {
      const buyer = makeBuyer(++serial)
      await fillForm(page, buyer)
      await chooseProof(page, buyer)
      await page.getByRole('button', { name: 'Confirmar Compra' }).click()
      const done = page.getByRole('dialog', { name: 'Pago enviado' })
      await done.waitFor()
      return done
    }
    await pay()
    const served = await reportIt()
    await served.getByText('Tus 2 boletos quedan reservados para ti.').waitFor()
    await served.getByText('Cerrar').click()
    await withoutDialogs(page)

    // A hold of fifty was taken for these two.
    await holdByCall(shop.address, 2, 48, '198.51.100.9')
    await pay()
    for (const script of SCRIPTS) for (let time = 0; time < 5; time++) await fake(50, script)
    await fake(48, '198.51.100.1')
    const waits = await reportIt()
    await waits.getByText('En lista de espera', { exact: true }).waitFor()
    await waits.getByText('Estás en lista de espera: te damos boletos por orden de llegada').waitFor()
    await waits.getByRole('link', { name: 'Ver mi compra' }).click()
    await page.getByRole('heading', { name: 'Estás en lista de espera' }).waitFor()
    await expectAccessibleEverywhere(page, 'a purchase that waits for tickets')
  })
})
