import type { DrawDocument } from '#draw/document.ts'
import type { Walk } from './screens.ts'

const HOUR = 3_600_000

/** A draw as visitors see it: its rule on the page of its raffle, and its check in each of its outcomes. */
export async function walkDraws({ page, shop, see }: Walk): Promise<void> {
  const api = `${shop.address}/api/rifas`
  const ask = async <T>(path: string) => (await (await fetch(api + path)).json()) as T
  const { rifas } = await ask<{ rifas: { id: number; titulo: string }[] }>('/sorteos')
  // The sample data: drawn by a lottery, and after it the one that waits for its draw.
  const drawn = rifas.find(({ titulo }) => titulo === 'Teléfono por la lotería')?.id ?? 0
  const waiting = drawn + 1
  const document = await ask<DrawDocument>(`/${drawn}/sorteo`)
  const list = await (await fetch(`${api}/${drawn}/sorteo/lista`)).text()
  const [{ numero, codigo } = { numero: '', codigo: '' }] = document.premios.flatMap((won) => won ?? [])
  const verdict = (name: string) => page.getByRole('heading', { name, exact: true, level: 2 }).waitFor()
  const check = async (id: number, said = '') => {
    // Another fragment alone is no new page.
    await page.goto('about:blank')
    await page.goto(`${shop.address}/rifa/${id}/verificar${said}`)
  }

  await shop.changeSite({ rifa_a: waiting })
  await page.goto(`${shop.address}/rifa`)
  await page.getByRole('heading', { name: 'Cómo se decide quién gana' }).waitFor()
  await page.waitForLoadState('networkidle')
  await see('rifa-regla')
  await shop.changeSite({ rifa_a: 1 })

  await check(drawn, `#n=${numero}&c=${codigo}&r=${document.regla_sha256}&l=${document.lista_sha256}`)
  await verdict('Todo cuadra')
  await page.getByText('Es tuyo').waitFor()
  await see('sorteo-verificado')
  await check(waiting)
  await verdict('Hasta aquí todo cuadra')
  await see('sorteo-por-venir')

  await page.route('**/sorteo/lista', (route) =>
    route.fulfill({ body: list.replace(codigo, '23456789BCDF'), contentType: 'text/csv; charset=utf-8' }),
  )
  await check(drawn)
  await verdict('Algo no cuadra')
  await see('sorteo-rojo')
  await page.route('**/sorteo', (route) => route.abort())
  await check(drawn)
  await verdict('No pudimos traer el sorteo')
  await see('sorteo-sin-linea')

  await page.unrouteAll()
  await page.clock.setFixedTime(Date.now() + 100 * HOUR)
  await check(waiting)
  await verdict('Falta saber la hora')
  await see('sorteo-sin-hora')
}
