import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import { ACCOUNT, look, type MoneyShop, openMoneyShop, verdictsOf } from '#app/server/testing/money/money-shop.ts'
import { sendStatement } from '#app/server/testing/money/statement-shop.ts'
import { JPEG, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { addDays, dayInCaracas, startOfDay } from '#platform/clock.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import type { ExactBatchAnswer, Reconciliation, Suggestions, Unreported, Verdict, Why } from '../contract.ts'
import { LAYOUTS, type Layout } from './bank/statements/testing/write-statements.ts'
import { owedCents } from './match/read-claims.ts'
import { KINDS, type NoisyRows, noisyRows } from './testing/noisy-payments.ts'
import { statementLines, typedBy } from './testing/noisy-statement.ts'

const SEED = 13
const REPORTS = 300
const ROWS = 400
const RATE = 671.4235
const BDV = LAYOUTS.find(({ archivo }) => archivo === 'bdv.xlsx') as Layout

/** Reported by the page where the amount has céntimos of its own, else by the specification's call. @returns the purchase's id. */
async function send(shop: MoneyShop, day: NoisyRows, row: NoisyRows['claims'][number]): Promise<number> {
  const tickets = Math.round(Number(row.monto) / (3 * RATE))
  const fields = {
    ...typedBy(row),
    cantidad_tickets: String(tickets),
    total: `${tickets * 3}.00`,
    metodo_id: String(ACCOUNT),
  }
  const proof = { bytes: Buffer.concat([JPEG, Buffer.from(String(row.id))]), name: 'pago.jpg', type: 'image/jpeg' }
  let apartado: string | undefined
  if (day.kindOf.get(row.id) === 'centimos') {
    const url = `/api/rifas/${shop.id}/apartados`
    const held = await shop.app.inject({ method: 'POST', url, payload: { cantidad_tickets: tickets } })
    expect(held.statusCode, held.body).toBe(201)
    apartado = held.json<{ token: string }>().token
    const chosen = { method: 'POST', url: '/api/rifas/apartado/metodo' } as const
    const answer = await shop.app.inject({ ...chosen, payload: { apartado, metodo_id: ACCOUNT } })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const answer = await report(shop, { ...fields, apartado }, { proof })
  expect(answer.statusCode, `${row.referencia} ${answer.body}`).toBe(201)
  return answer.json().id
}

/** The shop's amount due of each report, by its place in the generator. */
async function owedOf({ ctx }: MoneyShop, idOf: ReadonlyMap<number, number>): Promise<Map<number, number>> {
  const rows = await ctx.db.read.selectFrom('purchases').select(['id', 'monto']).execute()
  const asked = new Map(rows.map((row) => [row.id, owedCents(row) ?? 0]))
  return new Map([...idOf].map(([report, id]) => [report, asked.get(id) ?? 0]))
}

/** All pages of a list of Conciliación. */
async function readAll<Page extends { siguiente: string | null }>(shop: MoneyShop, path: string): Promise<Page[]> {
  const pages: Page[] = []
  let from = ''
  do {
    const page = await look<Page>(shop, `${path}${from}`)
    pages.push(page)
    from = page.siguiente === null ? '' : `${path.includes('?') ? '&' : '?'}despues=${page.siguiente}`
  } while (from !== '')
  return pages
}

const suggested = async (shop: MoneyShop, ver: 'exactas' | 'por_mirar') =>
  (await readAll<Suggestions>(shop, `/sugerencias?ver=${ver}`)).flatMap(({ filas }) => filas)

/** As the panel does: all that is exact, as it is shown, fifty at a time. @returns the purchases that were confirmed. */
async function confirmAll(shop: MoneyShop): Promise<number[]> {
  const pairs = (await suggested(shop, 'exactas')).map(({ compra, movimiento }) => ({
    compra_id: compra.id,
    version: compra.version,
    movimiento_id: movimiento.id,
  }))
  const confirmed: number[] = []
  for (let at = 0; at < pairs.length; at += 50) {
    const answer = await post(shop, shop.headers, '/conciliacion/confirmar', { pares: pairs.slice(at, at + 50) })
    const { confirmadas, fallidas } = answer.json<ExactBatchAnswer>()
    expect(fallidas).toEqual([])
    confirmed.push(...confirmadas.map(({ id }) => id))
  }
  return confirmed
}

/** Whether the verdict tells a reader why nobody confirmed it: the mismatch, or until when nothing was seen. */
function tellsWhy(verdict: Verdict | undefined): boolean {
  const against = (reasons: Why[]) => reasons.some(({ nivel }) => nivel !== 'bien')
  switch (verdict?.veredicto) {
    case 'encontrado':
      return !verdict.exacta && against(verdict.razones)
    case 'monto_distinto':
      return (verdict.falta !== null || verdict.sobra !== null) && against(verdict.razones)
    case 'ambiguo':
      return verdict.candidatos.length > 0 && verdict.candidatos.every(({ razones }) => razones.length > 0)
    case 'no_visto':
      return verdict.leido_hasta !== null
    default:
      return false
  }
}

onSqlite('a day of payments', (setup) => {
  test('of 300 reports and a statement of 400 rows', async () => {
    const shop = await openMoneyShop(setup, { precio: '3.00', total_numeros: 10_000, centimos_unicos: 999 })
    await changeMethod(shop.ctx, ACCOUNT, { banco: '0102 Banco de Venezuela' }, TESTER)
    const first = startOfDay(addDays(dayInCaracas(shop.ctx.clock.now()), -1))
    const day = noisyRows(seededRandom(SEED), REPORTS, KINDS, { first })
    const idOf = new Map<number, number>()
    for (const row of day.claims) idOf.set(row.id, await send(shop, day, row))
    const lines = statementLines(day, await owedOf(shop, idOf), ROWS)
    expect(lines).toHaveLength(ROWS)
    const bytes = await BDV.write(lines)

    // Nothing before a person decides, then all of it, and of the same again nothing.
    const counts = { leidos: ROWS, nuevos: ROWS, repetidos: 0, rechazados: 0, posibles: 1 }
    const bring = async (path: string) => (await sendStatement(shop, path, { bytes, nombre: BDV.archivo })).json()
    const seen = await bring('/vista')
    expect(seen).toMatchObject({ formato: { id: 'bdv' }, cuentas: counts })
    expect(await shop.ctx.db.read.selectFrom('movements').select('id').execute()).toEqual([])
    expect(await bring('')).toMatchObject(counts)
    const summary = await look<Reconciliation>(shop, '')
    expect(await bring('')).toMatchObject({ nuevos: 0, repetidos: ROWS })
    expect(await look<Reconciliation>(shop, '')).toEqual(summary)

    const confirmed = await confirmAll(shop)
    expect(confirmed).toHaveLength(summary.exactas.cantidad)
    expect(await confirmAll(shop)).toEqual([])
    const links = await shop.ctx.db.read
      .selectFrom('movement_links')
      .innerJoin('movements', 'movements.id', 'movement_links.movimiento_id')
      .select(['compra_id', 'movimiento_id', 'movements.referencia', 'movements.centimos', 'unido'])
      .execute()
    expect(links.map(({ compra_id }) => compra_id).sort()).toEqual(confirmed.toSorted())
    const credits = new Map(day.credits.map((credit) => [credit.id, credit]))
    const trueOf = new Map([...day.truth].map(([report, credit]) => [idOf.get(report), credits.get(credit)]))
    const wrong = links.filter(({ compra_id, referencia }) => trueOf.get(compra_id)?.referencia !== referencia)
    expect(wrong).toEqual([])
    // Of payments with more than their amount, those that came in; of the others none without a person.
    const tellable = day.claims.filter(({ id }) => day.truth.has(id) && day.kindOf.get(id) !== 'monto')
    const bare = day.claims.filter(({ id }) => day.kindOf.get(id) === 'monto').map(({ id }) => idOf.get(id))
    expect(confirmed.length).toBeGreaterThanOrEqual(Math.ceil(tellable.length * 0.95))
    expect(confirmed.filter((id) => bare.includes(id))).toEqual([])

    const rest = [...idOf.values()].filter((id) => !confirmed.includes(id))
    for (let at = 0; at < rest.length; at += 100)
      for (const verdict of await verdictsOf(shop, ...rest.slice(at, at + 100)))
        expect(tellsWhy(verdict), JSON.stringify(verdict)).toBe(true)
    // None of the money is lost from sight: it is joined, somebody has to look at it, or nobody reported it.
    const unreported = (await readAll<Unreported>(shop, '/sin-reporte')).flatMap(({ movimientos }) => movimientos)
    const looked = (await suggested(shop, 'por_mirar')).map(({ movimiento }) => movimiento)
    const seenMoney = new Set([...unreported, ...looked].map(({ id }) => id))
    for (const { movimiento_id } of links) seenMoney.add(movimiento_id)
    expect(seenMoney.size).toBe(seen.cantidades.creditos)

    expect(await audit(shop.ctx)).toEqual([])
  })
})
