import type { Updateable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Reservation, Stock } from './schema.ts'

export type { Reservation, Stock } from './schema.ts'

const countVersion = prepared<{ rifa_id: number }>({ rifa_id: true })((sql, { rifa_id }) =>
  sql
    .updateTable('stock')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('rifa_id', '=', rifa_id)
    .returningAll(),
)

/**
 * Locks the raffle's row until the commit and reads it. Every operation that takes tickets calls this once, before it checks; a raffle
 * that has sold nothing yet gets its row here.
 */
export async function lockStock(tx: Sql, raffle: { id: number; total_numeros: number }): Promise<Stock> {
  const [stock] = await countVersion(tx, { rifa_id: raffle.id })
  if (stock) return stock
  const { total_numeros } = raffle
  await tx
    .insertInto('stock')
    .values({
      rifa_id: raffle.id,
      total_numeros,
      libres: total_numeros,
      sin_dueno: total_numeros,
      apartados: 0,
      en_revision: 0,
      confirmados: 0,
      en_espera: 0,
      falsos: 0,
      version: 0,
    } satisfies Stock)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const [created] = await countVersion(tx, { rifa_id: raffle.id })
  if (!created) throw new Error('the stock row of the raffle vanished')
  return created
}

export function findStock(sql: Sql, raffleId: number): Promise<Stock | undefined> {
  return sql.selectFrom('stock').selectAll().where('rifa_id', '=', raffleId).executeTakeFirst()
}

export type NewReservation = Omit<Reservation, 'id' | 'servido_en' | 'esperaba'>

export function findReservation(sql: Sql, id: number): Promise<Reservation | undefined> {
  return sql.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirst()
}

const byIds = prepared<{ ids: readonly number[] }>({ ids: true })((sql, { ids }) =>
  sql
    .selectFrom('reservations')
    .selectAll()
    .where(isOneOf(sql, 'id', ids)),
)

export async function listReservations(sql: Sql, ids: readonly number[]): Promise<Reservation[]> {
  return ids.length === 0 ? [] : byIds(sql, { ids })
}

const byTokens = prepared<{ tokens: readonly string[] }>({ tokens: true })((sql, { tokens }) =>
  sql
    .selectFrom('reservations')
    .selectAll()
    .where(isOneOf(sql, 'token', tokens)),
)

export async function listByTokens(sql: Sql, tokens: readonly string[]): Promise<Reservation[]> {
  return tokens.length === 0 ? [] : byTokens(sql, { tokens })
}

export async function findByToken(sql: Sql, token: string): Promise<Reservation | undefined> {
  return (await listByTokens(sql, [token]))[0]
}

export async function updateReservation(
  tx: Sql,
  id: number,
  changes: Updateable<Tables['reservations']>,
): Promise<void> {
  await tx.updateTable('reservations').set(changes).where('id', '=', id).execute()
}

const numbersByIds = prepared<{ ids: readonly number[] }>({ ids: true })((sql, { ids }) =>
  sql
    .selectFrom('tickets')
    .select(['reserva_id', 'numero'])
    .where(isOneOf(sql, 'reserva_id', ids))
    .orderBy('numero'),
)

/** The numbers of each reservation, in order. */
export async function numbersOf(sql: Sql, ids: readonly number[]): Promise<Map<number, string[]>> {
  const numbers = new Map<number, string[]>(ids.map((id) => [id, []]))
  const rows = ids.length === 0 ? [] : await numbersByIds(sql, { ids })
  for (const row of rows) numbers.get(row.reserva_id)?.push(row.numero)
  return numbers
}
