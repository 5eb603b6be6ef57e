import { fillForm, makeBuyer, openPayment, paymentDialog } from '../buyer.ts'
import type { Walk } from './screens.ts'

const HOLDS = '**/api/rifas/apartado'

/** The countdown to its end, and what comes after it. */
export async function walkTime({ page, shop, see, visit }: Walk): Promise<void> {
  await page.clock.install()
  await page.goto(`${shop.address}/rifa1`)
  await openPayment(page, /^Zelle/)
  await fillForm(page, makeBuyer(visit))
  const more = page.getByRole('button', { name: 'Necesito más tiempo' })
  await page.clock.fastForward(500_000)
  await more.waitFor()
  await see('pago-dos-minutos')
  await page.clock.fastForward(60_000)
  await page.getByText('Último minuto para reportar').waitFor()
  await see('pago-ultimo-minuto')
  await page.route(HOLDS, (route) => route.abort())
  await page.reload()
  await page.getByText('No pudimos consultar tu compra.').waitFor()
  await see('volver-sin-conexion')
  await page.unroute(HOLDS)
  await page.route(HOLDS, (route) =>
    route.fulfill({ status: 404, json: { error: 'x', details: 'x', code: 'APARTADO_VENCIDO' } }),
  )
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('dialog', { name: 'Se acabó el tiempo' }).waitFor()
  await see('tiempo-agotado')
  await page.getByRole('button', { name: 'Ya pagué, reportar' }).click()
  await page
    .getByRole('button', { name: /^Zelle/ })
    .or(paymentDialog(page))
    .first()
    .waitFor()
  await paymentDialog(page).getByText('El tiempo terminó').waitFor()
  await see('pago-tarde')
}
