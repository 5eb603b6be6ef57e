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

type Start = (env: Record<string, string>) => ReturnType<typeof startProduct>

/** Pages on one host and calls on another, both of this product: what an operator sets up with API_HOST and ALLOWED_ORIGINS. */
inPlace(
  'pages here, calls there',
  async (closing) => {
    const installed = async () => {
      const { env, remove } = await createInstallation(null)
      closing.push(remove)
      await setUpShop(env)
      return env
    }
    const start: Start = async (env) => {
      const product = await startProduct(env)
      closing.push(product.stop)
      return product
    }
    return { pages: await installed(), calls: await installed(), start }
  },
  (place) => {
    test('a host that lists the pages sells and answers there; one that does not is told as unreachable', async () => {
      // Both hosts have to know the other's address before they start.
      const port = await ownPort()
      const open = await place.start({
        ...place.calls,
        PORT: String(await ownPort()),
        ALLOWED_ORIGINS: `http://localhost:${port}`,
      })
      const shop = await place.start({ ...place.pages, PORT: String(port), API_HOST: open.address })
      const { page, close } = await place.visitor(PHONE, WITHOUT_RATE)
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
      const shut = await place.start({ ...place.calls, PORT: new URL(open.address).port })
      const visitor = await place.visitor(PHONE, CLOSED)
      await visitor.page.goto(`${shop.address}/rifa`)
      await visitor.page.getByText('No se pudo obtener la rifa').waitFor()
      expect((await fetch(`${shut.address}/api/rifas`)).status).toBe(200)
    })
  },
)
