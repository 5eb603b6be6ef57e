import { sql as raw } from 'kysely'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { allMethods } from '#payment-methods/server/store.ts'
import { startOfDay } from '#platform/clock.ts'
import { type PayCurrency, parseRate } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import { readQuote } from '#tickets/server/hold/describe-hold.ts'
import type { BookRow, Books } from '../../books-contract.ts'
import { NEAR_RULES } from '../../verdict.ts'
import { owedCents } from '../match/read-claims.ts'
import { listReversals } from '../match/reversals.ts'
import { accountOf, listAccounts } from './account-of.ts'
import { type Days, listPaidInto, readBookAccounts } from './read-accounts.ts'
import { BookSums, type Counted, told } from './reckon-books.ts'

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
  const raffle = await requireRaffle(sql, raffleId)
  const reversed = [...(await listReversals(sql)).keys()]
  const methods = await sumMethods(sql, raffleId, reversed)
  const all = new BookSums()
  for (const { sums } of methods) all.join(sums)
  const named = methods.flatMap(({ metodo_id }) => metodo_id ?? [])
  const ids = new Set([...named, ...(await listPaidInto(sql, raffleId))])
  return {
    rifa: { id: raffle.id, titulo: raffle.titulo, estado: raffle.estado, moneda: raffle.moneda },
    hecho_en: new Date(ctx.clock.now()).toISOString(),
    metodos: methods.map(describeRow),
    total: { ...all.counts, ves: told(all.ves), usd: told(all.usd) },
    cuentas: await readBookAccounts(sql, [...ids], reversed),
  }
}

export function describeRow({ metodo_id, titulo, moneda, sums }: MethodBook): BookRow {
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
  }
}

/**
 * Sales by each method, page by page: others are served between two.
 * @param reversed credits that a bank took back.
 * @param days those in which the purchases were decided; all of them by default.
 */
export async function sumMethods(
  sql: Sql,
  raffleId: number,
  reversed: readonly number[],
  days?: Days,
): Promise<MethodBook[]> {
  const fees = await listFees(sql, raffleId)
  const titles = new Map((await allMethods(sql)).map(({ id, titulo }) => [id, titulo]))
  const methods = new Map<string, MethodBook>()
  let after = 0
  for (;;) {
    const page = await purchasesAfter(sql, raffleId, after, reversed, days)
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
      book.sums.add(countedOf(row, cash, fees.get(row.id) ?? 0))
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

function countedOf(row: Row, efectivo: boolean, comision: number): Counted {
  return {
    estado: row.estado,
    boletos: row.cantidad_tickets,
    moneda: row.monto_moneda,
    debe: owedCents(row),
    unido: Number(row.unido),
    aceptado: row.aceptado === null ? null : Number(row.aceptado),
    revertido: Number(row.revertido),
    sobra: Number(row.sobra),
    comision,
    tasa: parseRate(readQuote(row).tasa ?? ''),
    efectivo,
  }
}

/** The rest of money is the first purchase's that it pays, so that it counts once among all raffles. */
function purchasesAfter(sql: Sql, raffleId: number, after: number, reversed: readonly number[], days?: Days) {
  return sql
    .selectFrom('purchases')
    .innerJoin('reservations', 'reservations.id', 'purchases.reserva_id')
    .select(['purchases.id', 'purchases.estado', 'purchases.metodo_id', 'purchases.metodo_pago'])
    .select(['purchases.vendida_por', 'purchases.monto', 'purchases.monto_moneda'])
    .select(['purchases.cantidad_tickets', 'reservations.cotizacion'])
    .select((row) =>
      row
        .selectFrom('movement_links')
        .select(raw<number>`cast(coalesce(sum(centimos), 0) as bigint)`.as('unido'))
        .whereRef('compra_id', '=', 'purchases.id')
        .as('unido'),
    )
    .select((row) =>
      row
        .selectFrom('movement_links')
        .select((link) => link.fn.max('centimos').as('centimos'))
        .whereRef('compra_id', '=', 'purchases.id')
        .where('regla', 'in', NEAR_RULES)
        .as('aceptado'),
    )
    .select((row) =>
      row
        .selectFrom('movement_links')
        .select(raw<number>`cast(coalesce(sum(centimos), 0) as bigint)`.as('revertido'))
        .whereRef('compra_id', '=', 'purchases.id')
        .where(isOneOf(sql, 'movimiento_id', reversed))
        .as('revertido'),
    )
    .select((row) =>
      row
        .selectFrom('movement_links as l')
        .innerJoin('movements as m', 'm.id', 'l.movimiento_id')
        .select(
          raw<number>`cast(coalesce(sum(m.centimos - m.unido - m.devuelto - m.ignorado), 0) as bigint)`.as('sobra'),
        )
        .whereRef('l.compra_id', '=', 'purchases.id')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('movement_links as f')
                .select('f.compra_id')
                .whereRef('f.movimiento_id', '=', 'l.movimiento_id')
                .whereRef('f.compra_id', '<', 'l.compra_id'),
            ),
          ),
        )
        .where(({ not }) => not(isOneOf(sql, 'm.id', reversed)))
        .as('sobra'),
    )
    .where('purchases.rifa_id', '=', raffleId)
    .where('purchases.id', '>', after)
    .$if(days !== undefined, (all) =>
      all
        .where('decidido_en', '>=', startOfDay((days as Days).desde))
        .where('decidido_en', '<', startOfDay((days as Days).hasta)),
    )
    .orderBy('purchases.id')
    .limit(PAGE)
    .execute()
}

/**
 * Commissions of banks on the money of a raffle, by purchase. A commission has the reference of the payment (movements.md, 1.4). Of money
 * that pays several purchases it is the first one's, so that each counts once among all raffles, at the rate of that one.
 */
async function listFees(sql: Sql, raffleId: number): Promise<Map<number, number>> {
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
            .onRef('c.moneda', '=', 'd.moneda')
            .on('c.sentido', '=', 'credito'),
        )
        .innerJoin('movement_links as l', 'l.movimiento_id', 'c.id')
        .select(['d.id', 'd.centimos'])
        .select((row) => row.fn.min('l.compra_id').as('compra_id'))
        .where('d.sentido', '=', 'debito')
        .where('d.repetida_de', 'is', null)
        // In the form of the ends' index.
        .where(raw<boolean>`d.fin <> '' and c.fin <> ''`)
        .whereRef('d.centimos', '<', 'c.centimos')
        .groupBy(['d.id', 'd.centimos'])
        .as('fee'),
    )
    .innerJoin('purchases as p', 'p.id', 'fee.compra_id')
    .select(['p.id', raw<number>`cast(sum(fee.centimos) as bigint)`.as('centimos')])
    .where('p.rifa_id', '=', raffleId)
    .groupBy('p.id')
    .execute()
  return new Map(rows.map(({ id, centimos }) => [id, Number(centimos)]))
}
