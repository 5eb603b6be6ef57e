import { expect, test, vi } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { post } from '#app/server/testing/desk.ts'
import { ACCOUNT, look, type MoneyShop, openMoneyShop } from '#app/server/testing/money/money-shop.ts'
import { JPEG, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { freeCents } from '#movements/server/spend-movement.ts'
import { LAYOUTS, type Layout } from '#movements/server/statements/testing/write-statements.ts'
import type { StatementImport, StatementPreview } from '#movements/statement-contract.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { addDays, dayInCaracas } from '#platform/clock.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import type { Books } from '../books-contract.ts'
import type { ExactBatchAnswer, Reconciliation, Suggestions, Unreported, Verdict, Why } from '../contract.ts'
import { owedCents } from './match/read-claims.ts'
import { KINDS, type NoisyRows, noisyRows } from './testing/noisy-payments.ts'
import { beginningOf, statementLines, typedBy } from './testing/noisy-statement.ts'

vi.setConfig({ testTimeout: 240_000 })

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

async function sendStatement<T>({ app, headers }: MoneyShop, path: string, bytes: Buffer): Promise<T> {
  const form = new FormData()
  form.append('metodo_id', String(ACCOUNT))
  form.append('archivo', new Blob([new Uint8Array(bytes)]), BDV.archivo)
  const body = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: `/api/panel/extractos${path}`,
    payload: Buffer.from(await body.arrayBuffer()),
    headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
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

async function verdictsOf(shop: MoneyShop, ids: readonly number[]): Promise<Record<string, Verdict>> {
  const all: Record<string, Verdict> = {}
  for (let at = 0; at < ids.length; at += 100) {
    const path = `/veredictos?compras=${ids.slice(at, at + 100).join()}`
    Object.assign(all, (await look<{ veredictos: Record<string, Verdict> }>(shop, path)).veredictos)
  }
  expect(Object.keys(all)).toHaveLength(ids.length)
  return all
}

/** Whether the verdict tells a reader why nobody confirmed it: the mismatch, or until when nothing was seen. */
function tellsWhy(verdict: Verdict): boolean {
  const against = (reasons: Why[]) => reasons.some(({ nivel }) => nivel !== 'bien')
  switch (verdict.veredicto) {
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

/** The closing report against sums of the rows themselves. */
async function expectAddsUp(shop: MoneyShop): Promise<void> {
  const { app, headers, ctx } = shop
  const { total, cuentas } = (await app.inject({ url: `/api/panel/rifas/${shop.id}/libros`, headers })).json<Books>()
  const purchases = await ctx.db.read.selectFrom('purchases').selectAll().execute()
  const links = await ctx.db.read
    .selectFrom('movement_links')
    .select(['movimiento_id', 'compra_id', 'centimos'])
    .orderBy('compra_id')
    .execute()
  const money = await ctx.db.read.selectFrom('movements').selectAll().execute()
  for (const [currency, figures] of Object.entries({ ves: total.ves, usd: total.usd })) {
    const inCurrency = (cents: number) => (currency === 'ves' ? cents : Math.round(cents / RATE))
    const each = purchases.map(({ id, estado, monto }) => {
      const came = links.filter(({ compra_id }) => compra_id === id).reduce((sum, { centimos }) => sum + centimos, 0)
      const owes = estado === 'rechazado' ? 0 : Math.round(Number(monto) * 100)
      // The rest of money is the first purchase's that it pays.
      const first = money.filter((one) => links.find(({ movimiento_id }) => movimiento_id === one.id)?.compra_id === id)
      const left = first.reduce((sum, one) => sum + freeCents(one), 0)
      return { estado, owes: inCurrency(owes), came: inCurrency(came), left: inCurrency(left) }
    })
    const sum = (of: (one: (typeof each)[number]) => number) =>
      (each.reduce((all, one) => all + of(one), 0) / 100).toFixed(2)
    expect(figures, currency).toMatchObject({
      vendido: sum(({ owes }) => owes),
      confirmado: sum(({ estado, owes }) => (estado === 'confirmado' ? owes : 0)),
      por_verificar: sum(({ estado, owes }) => (estado === 'en revision' ? owes : 0)),
      recibido: sum(({ came, left }) => came + left),
      debe: sum(({ owes, came }) => Math.max(0, owes - came)),
      devolver: sum(({ owes, came, left }) => Math.max(0, came - owes) + left),
      revertido: '0.00',
    })
    expect(Number(figures.devolver)).toBeGreaterThan(0)
    expect(Number(figures.por_verificar)).toBeGreaterThan(0)
  }
  const mayBeAgain = (row: (typeof money)[number]) => row.repetida_de !== null && row.unido + row.devuelto === 0
  const all = money.filter(({ sentido }) => sentido === 'credito')
  const credits = all.filter((row) => !mayBeAgain(row))
  const sumOf = (rows: typeof money, of: (row: (typeof money)[number]) => number) =>
    (rows.reduce((all, row) => all + of(row), 0) / 100).toFixed(2)
  const free = (joined: boolean) => sumOf(credits, (row) => (row.unido > 0 === joined ? freeCents(row) : 0))
  expect(cuentas).toMatchObject([
    {
      entro: sumOf(credits, ({ centimos }) => centimos),
      unido: sumOf(credits, ({ unido }) => unido),
      sobra: free(true),
      sin_reporte: free(false),
      devuelto: sumOf(credits, ({ devuelto }) => devuelto),
      ignorado: sumOf(credits, ({ ignorado }) => ignorado),
      repetido: sumOf(all.filter(mayBeAgain), ({ centimos }) => centimos),
      comisiones: sumOf(money, ({ sentido, centimos }) => (sentido === 'debito' ? centimos : 0)),
      otras_salidas: '0.00',
    },
  ])
  const [account] = cuentas
  expect([account?.devuelto, account?.ignorado, account?.repetido]).not.toContain('0.00')
}

onBothEngines('a day of payments', (setup) => {
  test('of 300 reports and a statement of 400 rows', async () => {
    const shop = await openMoneyShop(setup, { precio: '3.00', total_numeros: 10_000, centimos_unicos: 999 })
    await changeMethod(shop.ctx, ACCOUNT, { banco: '0102 Banco de Venezuela' }, TESTER)
    const first = beginningOf(addDays(dayInCaracas(shop.ctx.clock.now()), -1))
    const day = noisyRows(seededRandom(SEED), REPORTS, KINDS, { first })
    const idOf = new Map<number, number>()
    for (const row of day.claims) idOf.set(row.id, await send(shop, day, row))
    const lines = statementLines(day, await owedOf(shop, idOf), ROWS)
    expect(lines).toHaveLength(ROWS)
    const bytes = await BDV.write(lines)

    // Nothing before a person decides, then all of it, and of the same again nothing.
    const counts = { leidos: ROWS, nuevos: ROWS, repetidos: 0, rechazados: 0, posibles: 1 }
    const seen = await sendStatement<StatementPreview>(shop, '/vista', bytes)
    expect(seen).toMatchObject({ formato: { id: 'bdv' }, cuentas: counts })
    expect(await shop.ctx.db.read.selectFrom('movements').select('id').execute()).toEqual([])
    expect(await sendStatement<StatementImport>(shop, '', bytes)).toMatchObject(counts)
    const summary = await look<Reconciliation>(shop, '')
    expect(await sendStatement<StatementImport>(shop, '', bytes)).toMatchObject({ nuevos: 0, repetidos: ROWS })
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
    for (const [id, verdict] of Object.entries(await verdictsOf(shop, rest)))
      expect(tellsWhy(verdict), `${id} ${JSON.stringify(verdict)}`).toBe(true)
    // None of the money is lost from sight: it is joined, somebody has to look at it, or nobody reported it.
    const unreported = (await readAll<Unreported>(shop, '/sin-reporte')).flatMap(({ movimientos }) => movimientos)
    const looked = (await suggested(shop, 'por_mirar')).map(({ movimiento }) => movimiento)
    const seenMoney = new Set([...unreported, ...looked].map(({ id }) => id))
    for (const { movimiento_id } of links) seenMoney.add(movimiento_id)
    expect(seenMoney.size).toBe(seen.cantidades.creditos)

    // A person handles some of the rest: confirms one, rejects one that was paid, and puts money aside.
    const act = async (path: string, payload: object) => {
      const answer = await post(shop, shop.headers, path, payload)
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const joined: { compra: number; movimiento: number }[] = []
    for (let times = 0; times < 3; times++) {
      const line = (await suggested(shop, 'por_mirar')).find(({ regla }) => regla === 'monto')
      const pair = { compra: line?.compra.id ?? 0, movimiento: line?.movimiento.id ?? 0 }
      await act('/conciliacion/unir', { compra_id: pair.compra, movimientos: [{ id: pair.movimiento }] })
      joined.push(pair)
    }
    await act(`/compras/${joined[0]?.compra}/aprobar`, { version: 1 })
    await act(`/compras/${joined[1]?.compra}/rechazar`, { version: 1, motivo: 'El pago ya fue usado en otra compra.' })
    const left = unreported.filter(({ id }) => !joined.some(({ movimiento }) => movimiento === id))
    await act(`/conciliacion/movimientos/${left[0]?.id}`, { que: 'devuelto', razon: 'Se devolvió.' })
    await act(`/conciliacion/movimientos/${left[1]?.id}`, { que: 'ignorado', razon: 'Es dinero mío.' })
    await expectAddsUp(shop)
    expect(await audit(shop.ctx)).toEqual([])
  })
})
