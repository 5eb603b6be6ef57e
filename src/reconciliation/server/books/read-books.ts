import { sql as raw } from 'kysely'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { methodsOfAccount } from '#payment-methods/one-account.ts'
import { allMethods } from '#payment-methods/server/store.ts'
import { notFound } from '#platform/errors.ts'
import { type PayCurrency, parseRate } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import type { BookAccount, BookRow, Books } from '../../books-contract.ts'
import { owedCents } from '../match/read-claims.ts'
import { BookSums, type Counted, text, told } from './reckon-books.ts'

const PAGE = 1_000

/** Money by the method that a purchase named and the currency in which it is paid. */
export interface MethodBook {
  metodo_id: number | null
  titulo: string
  moneda: PayCurrency
  sums: BookSums
}

/**
 * The books of a raffle: reckoned from its purchases, the money that is joined to them and the rates that were frozen with them, as they
 * are now. Nothing of it is kept, so nothing of it can be stale.
 * @throws AppError 404
 */
export async function readBooks(ctx: Ctx, sql: Sql, raffleId: number): Promise<Books> {
  const raffle = await findRaffle(sql, raffleId)
  if (!raffle) throw notFound('Esta rifa no existe')
  const methods = await sumMethods(sql, raffleId)
  const fees = await feesOf(sql, raffleId)
  const all = new BookSums()
  for (const { sums } of methods) all.join(sums)
  const ids = [...new Set(methods.flatMap(({ metodo_id }) => metodo_id ?? []))]
  return {
    rifa: { id: raffle.id, titulo: raffle.titulo, estado: raffle.estado, moneda: raffle.moneda },
    hecho_en: new Date(ctx.clock.now()).toISOString(),
    metodos: methods.map((method) => describeRow(method, fees.get(method.metodo_id ?? 0) ?? 0)),
    total: { ...all.counts, ves: told(all.ves), usd: told(all.usd) },
    cuentas: await readBookAccounts(sql, ids),
  }
}

function describeRow({ metodo_id, titulo, moneda, sums }: MethodBook, fees: number): BookRow {
  const { counts, own, ves, usd, sin_tasa, sin_monto } = sums
  return {
    metodo_id,
    titulo,
    moneda,
    ...counts,
    propia: told(own),
    ves: told(ves),
    usd: told(usd),
    sin_tasa,
    sin_monto,
    comisiones: text(fees),
  }
}

/** What was sold by each method, page by page: others are served between two. */
export async function sumMethods(sql: Sql, raffleId: number): Promise<MethodBook[]> {
  const titles = new Map((await allMethods(sql)).map(({ id, titulo }) => [id, titulo]))
  const methods = new Map<string, MethodBook>()
  let after = 0
  for (;;) {
    const page = await purchasesAfter(sql, raffleId, after)
    for (const row of page) {
      const cash = row.metodo_pago === null && row.vendida_por !== ''
      const name = row.metodo_pago === null ? (cash ? 'Efectivo' : 'Sin método') : METHOD_NAMES[row.metodo_pago]
      const titulo = row.metodo_id === null ? name : (titles.get(row.metodo_id) ?? name)
      const key = `${row.metodo_id ?? name}|${row.monto_moneda}`
      const book = methods.get(key) ?? {
        metodo_id: row.metodo_id,
        titulo,
        moneda: row.monto_moneda,
        sums: new BookSums(),
      }
      methods.set(key, book)
      book.sums.add(countedOf(row, cash))
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = last.id
    await new Promise(setImmediate)
  }
  return [...methods.values()].sort(
    (one, other) => one.titulo.localeCompare(other.titulo, 'es') || one.moneda.localeCompare(other.moneda),
  )
}

type Row = Awaited<ReturnType<typeof purchasesAfter>>[number]

function countedOf(row: Row, efectivo: boolean): Counted {
  return {
    estado: row.estado,
    boletos: row.cantidad_tickets,
    moneda: row.monto_moneda,
    debe: owedCents(row),
    unido: Number(row.unido),
    tasa: parseRate(readQuote(row).tasa ?? ''),
    efectivo,
  }
}

function purchasesAfter(sql: Sql, raffleId: number, after: number) {
  return sql
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select([
      'purchases.id',
      'purchases.estado',
      'purchases.metodo_id',
      'purchases.metodo_pago',
      'purchases.vendida_por',
      'purchases.monto',
      'purchases.monto_moneda',
      'purchases.cantidad_tickets',
      'reservations.cotizacion',
    ])
    .select((row) =>
      row
        .selectFrom('movement_links')
        .select(raw<number>`cast(coalesce(sum(centimos), 0) as bigint)`.as('unido'))
        .whereRef('compra_id', '=', 'purchases.id')
        .as('unido'),
    )
    .where('purchases.rifa_id', '=', raffleId)
    .where('purchases.id', '>', after)
    .orderBy('purchases.id')
    .limit(PAGE)
    .execute()
}

/**
 * What banks took for the money of a raffle, by the method of its purchase. A commission has the reference of what came in
 * (movements.md, 1.4); of money that pays several purchases it is the first one's, so that each counts once among all raffles.
 */
export async function feesOf(sql: Sql, raffleId: number): Promise<Map<number, number>> {
  const accounts = await listAccounts(sql)
  const rows = await sql
    .selectFrom((from) =>
      from
        .selectFrom('movements as d')
        .innerJoin('movements as c', (join) =>
          join
            .onRef('c.fin', '=', 'd.fin')
            .on(accountOf('c.metodo_id', accounts), '=', accountOf('d.metodo_id', accounts))
            .onRef('c.cola', '=', 'd.cola')
            .on('c.sentido', '=', 'credito'),
        )
        .innerJoin('movement_links as l', 'l.movimiento_id', 'c.id')
        .select(['d.id', 'd.centimos'])
        .select((row) => row.fn.min('l.compra_id').as('compra_id'))
        .where('d.sentido', '=', 'debito')
        .where('d.fin', '<>', '')
        .whereRef('d.centimos', '<', 'c.centimos')
        .groupBy(['d.id', 'd.centimos'])
        .as('fee'),
    )
    .innerJoin('purchases as p', 'p.id', 'fee.compra_id')
    .select(['p.metodo_id', raw<number>`cast(sum(fee.centimos) as bigint)`.as('centimos')])
    .where('p.rifa_id', '=', raffleId)
    .groupBy('p.metodo_id')
    .execute()
  return new Map(rows.map(({ metodo_id, centimos }) => [metodo_id ?? 0, Number(centimos)]))
}

/** The account of each method, by the first of its methods. */
async function listAccounts(sql: Sql): Promise<Map<number, number>> {
  const methods = await allMethods(sql)
  return new Map(methods.map(({ id }) => [id, methodsOfAccount(methods, id)[0]]))
}

function accountOf(column: string, accounts: ReadonlyMap<number, number>) {
  const cases = [...accounts].filter(([id, account]) => id !== account)
  if (cases.length === 0) return raw<number>`${raw.ref(column)}`
  const whens = cases.map(([id, account]) => raw`when ${raw.lit(id)} then ${raw.lit(account)}`)
  return raw<number>`case ${raw.ref(column)} ${raw.join(whens, raw` `)} else ${raw.ref(column)} end`
}

/** What came into the accounts of those methods and left them, whatever for. */
export async function readBookAccounts(sql: Sql, ids: readonly number[]): Promise<BookAccount[]> {
  if (ids.length === 0) return []
  const [methods, accounts] = [await allMethods(sql), await listAccounts(sql)]
  const wanted = new Set(ids.map((id) => accounts.get(id) ?? id))
  const all = methods.filter(({ id }) => wanted.has(accounts.get(id) ?? id))
  const fee = raw<number>`case when sentido = 'debito' and (lower(concepto) like '%comisi%' or lower(concepto) like '%igtf%' or exists (select 1 from movements c where c.fin = movements.fin and c.fin <> '' and c.cola = movements.cola and ${accountOf('c.metodo_id', accounts)} = ${accountOf('movements.metodo_id', accounts)} and c.sentido = 'credito' and c.centimos > movements.centimos)) then 1 else 0 end`
  const rows = await sql
    .selectFrom('movements')
    .select(['metodo_id', 'moneda', 'sentido', fee.as('comision')])
    .select([
      raw<number>`cast(sum(centimos) as bigint)`.as('centimos'),
      raw<number>`cast(sum(unido) as bigint)`.as('unido'),
      raw<number>`cast(sum(devuelto) as bigint)`.as('devuelto'),
      raw<number>`cast(sum(ignorado) as bigint)`.as('ignorado'),
    ])
    .where(
      'metodo_id',
      'in',
      all.map(({ id }) => id),
    )
    .groupBy(['metodo_id', 'moneda', 'sentido', fee])
    .execute()
  const books = Map.groupBy(rows, ({ metodo_id, moneda }) => `${accounts.get(metodo_id) ?? metodo_id}|${moneda}`)
  return [...books.values()].flatMap((those) => {
    const [first] = those
    if (!first) return []
    const account = accounts.get(first.metodo_id) ?? first.metodo_id
    const told = new Set(those.map(({ metodo_id }) => metodo_id))
    const titles = all.filter(({ id }) => told.has(id)).map(({ titulo }) => titulo)
    const sum = (of: (row: (typeof those)[number]) => number) =>
      text(those.reduce((all, row) => all + Number(of(row)), 0))
    return {
      metodo_id: account,
      titulo: titles.join(' y ') || `Cuenta ${account}`,
      moneda: first.moneda,
      entro: sum(({ sentido, centimos }) => (sentido === 'credito' ? centimos : 0)),
      unido: sum(({ unido }) => unido),
      devuelto: sum(({ devuelto }) => devuelto),
      ignorado: sum(({ ignorado }) => ignorado),
      sin_reporte: sum(({ sentido, centimos, unido, devuelto, ignorado }) =>
        sentido === 'credito' ? centimos - Number(unido) - Number(devuelto) - Number(ignorado) : 0,
      ),
      comisiones: sum(({ comision, centimos }) => (Number(comision) === 1 ? centimos : 0)),
      otras_salidas: sum(({ sentido, comision, centimos }) =>
        sentido === 'debito' && Number(comision) === 0 ? centimos : 0,
      ),
    }
  })
}
