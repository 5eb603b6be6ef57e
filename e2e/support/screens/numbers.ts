import { holdByCall, openGrid } from '../buyer.ts'
import type { Walk } from './screens.ts'

const LIST = '**/api/rifas/1/numeros'

/** The grid of numbers, and what it says of a number that somebody else took. */
export async function walkNumbers({ page, shop, see }: Walk): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  await page.route(LIST, () => undefined)
  await page.goto(`${shop.address}/rifa`)
  await openGrid(page)
  await page.getByRole('status', { name: 'Cargando los números' }).waitFor()
  await see('numeros-cargando')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(LIST, (route) => route.abort())
  await page.reload()
  await press('Comprar')
  await press('Continuar')
  await page.getByRole('dialog', { name: 'Error al cargar los números disponibles' }).waitFor()
  await see('numeros-fallo')
  await page.unroute(LIST)
  await press('Reintentar')

  const cell = (number: string) => page.getByRole('gridcell', { name: number, exact: true })
  const free = page.locator('[role=gridcell][aria-disabled=false]:visible')
  await free.nth(7).waitFor()
  const numbers = [await free.nth(3).textContent(), await free.nth(7).textContent()].map(String)
  await cell(numbers[0] ?? '').click()
  await see('numeros')
  const search = page.getByRole('searchbox', { name: 'Buscar un número' })
  await search.fill('77777')
  await page.getByText('Ningún número contiene').waitFor()
  await see('numeros-sin-resultado')
  await search.fill('')
  await cell(numbers[1] ?? '').click()
  await see('numeros-completos')
  await press(/^Confirmar \(/)
  await page.getByRole('dialog', { name: 'Elige tu metodo de Pago' }).waitFor()
  const token = await holdByCall(shop.address, 1, numbers)
  await press(/^Pago Movil/)
  await page.getByText('ya no está disponible').first().waitFor()
  await see('numeros-tomado')
  await fetch(`${shop.address}/api/rifas/apartado/soltar`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apartado: token }),
  })
}
