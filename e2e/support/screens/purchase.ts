import type { Page } from 'playwright-core'
import { withoutDialogs } from '../browser.ts'
import { chooseNothing, chooseProof, fillForm, makeBuyer, openPayment, paymentDialog } from '../buyer.ts'
import { sendAtOnce } from '../clock.ts'
import type { Walk } from './screens.ts'

const METHODS = '**/api/rifas/metodo-pago'
const REPORT = '**/api/rifas/participantes'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first().click()

/** From 'Comprar' to a form that is ready to be sent. */
export async function walkPurchase({ page, shop, see, visit }: Walk): Promise<void> {
  await chooseNothing(page)
  await page.goto(`${shop.address}/rifa1#nada`)
  await page.getByRole('dialog', { name: 'Cantidad mínima' }).waitFor()
  await see('cantidad-minima')
  await page.goto(`${shop.address}/rifa`)
  await press(page, '+5')
  await press(page, 'Comprar')
  await page.getByRole('dialog', { name: 'Verifica el monto antes de continuar' }).waitFor()
  await see('monto')
  await page.route(METHODS, () => undefined)
  await press(page, 'Continuar')
  await page.getByRole('status', { name: 'Cargando' }).waitFor()
  await see('metodos-cargando')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(METHODS, (route) => route.abort())
  await press(page, 'Volver')
  await press(page, 'Continuar')
  await page.getByText('No pudimos cargar este paso.').waitFor()
  await see('metodos-fallo')
  await page.unroute(METHODS)
  await press(page, 'Reintentar')
  await page.getByRole('button', { name: /^Pago Movil/ }).waitFor()
  await see('metodos')
  await press(page, /^Pago Movil/)
  const payment = paymentDialog(page)
  await payment.getByText('Paga exactamente').waitFor()
  await see('pago')
  await press(page, 'Confirmar Compra')
  await payment.getByText('Por favor, sube el comprobante de pago.').waitFor()
  await see('pago-errores')

  const buyer = makeBuyer(visit)
  await fillForm(page, buyer)
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { readText: () => Promise.reject(new Error('denied')) } })
  })
  await press(page, 'Pegar')
  await page.getByRole('dialog', { name: 'No se pudo pegar' }).waitFor()
  await see('pago-pegar')
  await press(page, 'Entendido')
  const wrong = { name: 'foto.heic', mimeType: 'image/heic', buffer: Buffer.from('x') }
  await page.getByLabel('Subir comprobante').setInputFiles(wrong)
  await payment.getByText('Formato no válido. Sube JPG, PNG o PDF.').waitFor()
  await see('pago-formato')
  await chooseProof(page, buyer)
  await see('pago-listo')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '¿Salir sin reportar tu pago?' }).waitFor()
  await see('salir')
  await press(page, 'Salir y liberar los boletos')
  await withoutDialogs(page)

  await page.goto(`${shop.address}/rifa1`)
  await press(page, 'Comprar')
  await page.getByRole('button', { name: /^Zelle/ }).waitFor()
  await see('metodos-b')
}

/** The screens between a report and its success, and the success. */
export async function walkPayment({ page, shop, see, visit }: Walk): Promise<void> {
  await page.clock.install()
  await page.goto(`${shop.address}/rifa`)
  await openPayment(page)
  const buyer = makeBuyer(visit)
  await fillForm(page, buyer)
  await chooseProof(page, buyer)
  const refusals = [
    {
      screen: 'registro-duplicado',
      title: 'Registro duplicado',
      status: 409,
      json: { error: 'x', details: `Duplicate entry '${buyer.telefono}' for key 'telefono'` },
    },
    { screen: 'error-al-registrar', title: 'Error al registrar', status: 500, json: {} },
    {
      screen: 'monto-cambio',
      title: 'El monto cambió',
      status: 409,
      json: {
        code: 'COTIZACION_CAMBIO',
        cotizacion: { cantidad_tickets: 2, moneda: 'USD', total: '10.00', total_bs: '6800.00', total_usd: '10.00' },
      },
    },
  ] as const
  for (const { screen, title, status, json } of refusals) {
    await page.route(REPORT, (route) => route.fulfill({ status, json }))
    await sendAtOnce(page)
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    await see(screen)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.unroute(REPORT)
  }
  await page.route(REPORT, (route) => route.abort())
  await sendAtOnce(page)
  await page.getByRole('dialog', { name: 'Se cortó la conexión' }).waitFor()
  await see('conexion-cortada')
  await page.unroute(REPORT)
  let arrive = () => {}
  const arrives = new Promise<void>((resolve) => {
    arrive = resolve
  })
  // The amount that a refusal above told is not the server's.
  await page.reload()
  await paymentDialog(page).getByText('Paga exactamente').waitFor()
  await paymentDialog(page).getByText('pago.jpg').waitFor()
  await page.route(REPORT, async (route) => {
    await arrives
    await route.continue()
  })
  await press(page, 'Confirmar Compra')
  await page.getByRole('dialog', { name: 'Procesando pago...' }).waitFor()
  await see('procesando')
  await page.clock.fastForward(3_000)
  arrive()
  await page.getByRole('dialog', { name: 'Pago enviado' }).waitFor()
  await see('enviado')
}
