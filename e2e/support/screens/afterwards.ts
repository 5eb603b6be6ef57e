import { makeBuyer, reportByCall } from '../buyer.ts'
import type { Walk } from './screens.ts'

/** Somebody of the sample data whose numbers are confirmed. */
const CONFIRMED = '99000000'
const OWN = '**/api/rifas/mi-compra'

/** 'Verificar Ticket', and the private page of a purchase in each of its states. */
export async function walkAfterwards({ page, shop, see, visit }: Walk): Promise<void> {
  const report = (which: number, cantidad: number) => {
    const buyer = makeBuyer(visit * 10 + which)
    return reportByCall(shop.address, buyer, { cantidad, total: `${cantidad * 5}.00` })
  }
  const waiting = await report(1, 5)
  await page.goto(`${shop.address}/rifa`)
  const look = async (cedula: string) => {
    await page.getByRole('textbox', { name: /Cédula con la que compraste/ }).fill(cedula)
    await page.getByRole('button', { name: 'Buscar' }).click()
  }
  const numbers = page.getByRole('dialog', { name: 'Números asignados' })
  await look('11111111')
  await page.getByText('No tienes participaciones en la rifa actual').waitFor()
  await see('consulta-sin-participaciones')
  await look(CONFIRMED)
  await numbers.waitFor()
  await see('asignados')
  await numbers.getByRole('button', { name: 'Cerrar' }).last().click()
  await look(makeBuyer(visit * 10 + 1).cedula)
  await numbers.getByText('Tienes 5 boletos en revisión.').waitFor()
  await see('asignados-en-revision')

  const open = async ({ enlace }: { enlace: string }) => {
    // Another fragment alone would not load the page again.
    await page.goto('about:blank')
    await page.goto(shop.address + enlace)
  }
  const heading = (name: RegExp) => page.getByRole('heading', { name }).first().waitFor()
  await open({ enlace: '/mi-compra#nadie' })
  await heading(/No encontramos esta compra/)
  await see('mi-compra-desconocida')
  await page.route(OWN, () => undefined)
  await open(waiting)
  await heading(/Buscando tu compra/)
  await see('mi-compra-cargando')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(OWN, (route) => route.abort())
  await open(waiting)
  await heading(/No pudimos abrir tu compra/)
  await see('mi-compra-fallo')
  await page.unroute(OWN)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await heading(/Estamos verificando tu pago/)
  await see('mi-compra')
  await page.getByRole('button', { name: 'Corregir y enviar de nuevo' }).click()
  await see('mi-compra-corregir')

  const rejected = await report(2, 2)
  await shop.reject(rejected, 'La referencia no coincide con el comprobante.')
  await open(rejected)
  await page.getByText('La referencia no coincide con el comprobante.').first().waitFor()
  await see('mi-compra-rechazada')
  await shop.approve(waiting)
  await open(waiting)
  await heading(/números están listos/)
  await see('mi-compra-confirmada')
  await page.getByRole('button', { name: 'Compartir mis números' }).click()
  await page.getByRole('img', { name: /Imagen de tu ticket/ }).waitFor()
  await see('mi-compra-ticket')
  await shop.annul(waiting, 'El banco devolvió el pago.')
  await open(waiting)
  await heading(/Esta compra fue anulada/)
  await see('mi-compra-anulada')
}
