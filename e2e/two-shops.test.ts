import { expect, test } from 'vitest'
import { ownPort } from '#platform/server/testing/own-port.ts'
import { PHONE } from './support/browser.ts'
import { chooseProof, fillForm, makeBuyer, openPayment } from './support/buyer.ts'
import { inPlace } from './support/journey.ts'
import { createInstallation, startProduct } from './support/product.ts'
import { setUpShop } from './support/set-up.ts'

/** Nobody told the rate there. */
const WITHOUT_RATE = [/tasa-bcv/]
/** Chromium's complaint about a call that the other host does not open. */
const CLOSED = [/Failed to load resource/, /ERR_FAILED/, /CORS policy/]

/** Pages on one host and calls on another, both of this product: what an operator sets up with API_HOST and ALLOWED_ORIGINS. */
async function open(closing: (() => unknown)[]): Promise<{ pages: string; calls: string }> {
  const start = async (told: Record<string, string>) => {
    const { env, remove } = await createInstallation(null)
    closing.push(remove)
    await setUpShop(env)
    const product = await startProduct({ ...env, ...told })
    closing.push(product.stop)
    return product.address
  }
  // Both hosts have to know the other's address before they start.
  const port = String(await ownPort())
  const calls = await start({ ALLOWED_ORIGINS: `http://localhost:${port}` })
  return { calls, pages: await start({ PORT: port, API_HOST: calls }) }
}

inPlace('pages here, calls there', open, (place) => {
  test('a host that lists the pages sells and answers there; one that does not is told as unreachable', async () => {
    const { page } = await place.visitor(PHONE, WITHOUT_RATE, { quick: true })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) asked.push(new URL(request.url()).origin)
    })
    await page.goto(`${place.pages}/rifa`)
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
    expect([...new Set(asked)]).toEqual([place.calls])

    // The same pages, by an address that is not on the list.
    const stranger = await place.visitor(PHONE, CLOSED)
    await stranger.page.goto(`${place.pages.replace('localhost', '127.0.0.1')}/rifa`)
    await stranger.page.getByText('No se pudo obtener la rifa').waitFor()
    expect((await fetch(`${place.calls}/api/rifas`)).status).toBe(200)
  })
})
