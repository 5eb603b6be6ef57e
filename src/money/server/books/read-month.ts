import { allMethods } from '#payment-methods/server/store.ts'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import { dayInCaracas, startOfDay } from '#platform/clock.ts'
import { type Money, parseMoney } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { REFUNDS, refundsOf } from '#purchases/state-names.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles } from '#raffles/server/store.ts'
import type { BookAccount, BookRow } from '../../books-contract.ts'
import { listReversals } from '../match/reversals.ts'
import { type Days, readBookAccounts } from './read-accounts.ts'
import { describeRow, sumMethods } from './read-books.ts'

/** Money that was given back, of the purchase of which that was written down, or of none. */
export interface Refund {
  dia: CalendarDate
  rifa: string
  codigo: string
  cuenta: string
  moneda: string
  monto: Money | null
}

/** A month's books, over all raffles. */
export interface MonthBooks {
  /** Purchases decided in it, by raffle and method. */
  rifas: (BookRow & { rifa: string })[]
  devoluciones: Refund[]
  /** Money that came into each account in it, and left. */
  cuentas: BookAccount[]
}

/** The books of all raffles between two days, as they are now. */
export async function readMonth(sql: Sql, days: Days): Promise<MonthBooks> {
  const [raffles, methods] = [await listRaffles(sql, raffleState.options), await allMethods(sql)]
  const reversed = [...(await listReversals(sql)).keys()]
  const rifas: MonthBooks['rifas'] = []
  for (const { id, titulo } of raffles) {
    const rows = await sumMethods(sql, id, reversed, days)
    rifas.push(...rows.map((row) => ({ ...describeRow(row), rifa: titulo })))
  }
  const titles = new Map(raffles.map(({ id, titulo }) => [id, titulo]))
  const accounts = new Map(methods.map(({ id, titulo }) => [id, titulo]))
  return {
    rifas,
    devoluciones: await listRefunds(sql, days, titles, accounts),
    cuentas: await readBookAccounts(sql, [...accounts.keys()], reversed, days),
  }
}

/** Refunds of that time in the journal that were not opened again. */
async function listRefunds(
  sql: Sql,
  { desde, hasta }: Days,
  raffles: ReadonlyMap<number, string>,
  accounts: ReadonlyMap<number, string>,
): Promise<Refund[]> {
  const rows = await sql
    .selectFrom('journal')
    .leftJoin('purchases', 'purchases.id', 'journal.compra_id')
    .select(['en', 'accion', 'datos', 'journal.rifa_id', 'compra_id', 'metodo_id'])
    .where('accion', 'in', REFUNDS)
    .where('en', '>=', startOfDay(desde))
    .orderBy('journal.id')
    .execute()
  const lines = rows.map((row) => ({ ...row, datos: JSON.parse(row.datos) as Record<string, unknown> }))
  const back = [...Map.groupBy(lines, ({ compra_id }) => compra_id).values()]
    .flatMap((those) => refundsOf(those))
    .filter(({ accion, en }) => accion === 'dinero devuelto' && (en as Instant) < startOfDay(hasta))
    .filter(({ datos }) => !datos['anotado'])
  const ids = back.flatMap(({ datos }) => (datos['movimiento'] as number | undefined) ?? [])
  const money =
    ids.length === 0
      ? []
      : await sql.selectFrom('movements').select(['id', 'metodo_id']).where('id', 'in', ids).execute()
  const cameTo = new Map(money.map(({ id, metodo_id }) => [id, metodo_id]))
  return back.map(({ en, datos, rifa_id, metodo_id }) => ({
    dia: dayInCaracas(en as Instant),
    rifa: raffles.get(rifa_id ?? 0) ?? '',
    codigo: String(datos['codigo'] ?? ''),
    cuenta: accounts.get(cameTo.get(datos['movimiento'] as number) ?? metodo_id ?? 0) ?? '',
    moneda: String(datos['moneda'] ?? ''),
    monto: parseMoney(String(datos['monto'] ?? '')),
  }))
}
