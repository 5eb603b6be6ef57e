import type { Updateable } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { insertRows } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { namesOf } from '#platform/server/db/table.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type Reservation, reservations, type Stock, stock, type Ticket, tickets } from './schema.ts'

export type { Reservation, Stock } from './schema.ts'

const countVersion = prepared<{ rifa_id: number }>({ rifa_id: true })((sql, { rifa_id }) =>
  sql
    .updateTable('stock')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('rifa_id', '=', rifa_id)
    .returningAll(),
)

/**
 * Locks the raffle's row until the commit and reads it. Whatever takes tickets calls this once, before it checks; a raffle
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

type Counters = Omit<Stock, 'total_numeros' | 'version'>

const { total_numeros: _, version: __, ...COUNTERS } = namesOf(stock)
const writeCounters = prepared<Counters>(COUNTERS)((sql, { rifa_id, ...counters }) =>
  sql.updateTable('stock').set(counters).where('rifa_id', '=', rifa_id),
)

export async function saveStock(tx: Sql, stock: Stock): Promise<void> {
  await writeCounters(tx, stock)
}

export function findStock(sql: Sql, raffleId: number): Promise<Stock | undefined> {
  return sql.selectFrom('stock').selectAll().where('rifa_id', '=', raffleId).executeTakeFirst()
}

export type NewReservation = Omit<Reservation, 'id' | 'servido_en' | 'esperaba'>

const { id: _id, servido_en: _served, esperaba: _waited, ...OF_NEW } = namesOf(reservations)
const addReservation = prepared<NewReservation>(OF_NEW)((sql, row) =>
  sql.insertInto('reservations').values(row).returning('id'),
)

export async function insertReservation(tx: Sql, reservation: NewReservation): Promise<Reservation> {
  const [added] = await addReservation(tx, reservation)
  if (!added) throw new Error('a row that was inserted has no id')
  return { ...reservation, servido_en: null, esperaba: 0, id: added.id }
}

export const insertReservations = insertRows(reservations)

export function findReservation(sql: Sql, id: number): Promise<Reservation | undefined> {
  return sql.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function listReservations(sql: Sql, ids: readonly number[]): Promise<Reservation[]> {
  return ids.length === 0 ? [] : sql.selectFrom('reservations').selectAll().where('id', 'in', ids).execute()
}

const byToken = prepared<{ token: string }>({ token: true })((sql, { token }) =>
  sql.selectFrom('reservations').selectAll().where('token', '=', token),
)

export async function findByToken(sql: Sql, token: string): Promise<Reservation | undefined> {
  return (await byToken(sql, { token }))[0]
}

export async function updateReservation(
  tx: Sql,
  id: number,
  changes: Updateable<Tables['reservations']>,
): Promise<void> {
  await tx.updateTable('reservations').set(changes).where('id', '=', id).execute()
}

/** Reservations of the raffle whose time is over and whose tickets have not been given back yet, oldest first. */
export function listExpired(sql: Sql, raffleId: number, now: Instant): Promise<Reservation[]> {
  return sql
    .selectFrom('reservations')
    .selectAll()
    .where('rifa_id', '=', raffleId)
    .where('vence_en', '<=', now)
    .orderBy('vence_en')
    .execute()
}

/** Ends, all at once, the expired reservations in that state that own no numbers. Returns how many tickets they had. */
export async function expireUndrawn(
  tx: Sql,
  raffleId: number,
  estado: 'apartado' | 'en revision' | 'falso' | 'cedido',
  now: Instant,
): Promise<number> {
  const ended = await tx
    .updateTable('reservations')
    .set({ estado: 'vencido', vence_en: null, cliente: null, red: null })
    .where('rifa_id', '=', raffleId)
    .where('vence_en', '<=', now)
    .where('elegidos', '=', 0)
    .where('estado', '=', estado)
    .returning('cantidad')
    .execute()
  return ended.reduce((sum, { cantidad }) => sum + cantidad, 0)
}

const addTickets = insertRows(tickets)

/** Gives numbers to reservations of the raffle. */
export async function insertTickets(
  tx: Sql,
  { rifa_id, version }: Stock,
  owned: readonly Pick<Ticket, 'numero' | 'estado' | 'reserva_id'>[],
): Promise<void> {
  await addTickets(
    tx,
    owned.map((one) => ({ rifa_id, version, ...one })),
  )
}

export async function setTicketsState(
  tx: Sql,
  stock: Stock,
  reservation: Reservation,
  estado: Ticket['estado'],
): Promise<void> {
  const { version } = stock
  await tx.updateTable('tickets').set({ estado, version }).where('reserva_id', '=', reservation.id).execute()
}

/** Takes the owner from the reservation's numbers; returns them. */
export async function deleteTickets(tx: Sql, stock: Stock, reservation: Reservation): Promise<string[]> {
  const rows = await tx.deleteFrom('tickets').where('reserva_id', '=', reservation.id).returning('numero').execute()
  if (rows.length > 0) {
    const { rifa_id, version } = stock
    await tx
      .insertInto('freed_numbers')
      .values(rows.map(({ numero }) => ({ rifa_id, numero, version })))
      .onConflict((conflict) => conflict.columns(['rifa_id', 'numero']).doUpdateSet({ version }))
      .execute()
  }
  return rows.map((row) => row.numero)
}

/** The numbers of each reservation, in order. */
export async function numbersOf(sql: Sql, reservationIds: number[]): Promise<Map<number, string[]>> {
  const numbers = new Map<number, string[]>(reservationIds.map((id) => [id, []]))
  if (reservationIds.length === 0) return numbers
  const rows = await sql
    .selectFrom('tickets')
    .select(['reserva_id', 'numero'])
    .where('reserva_id', 'in', reservationIds)
    .orderBy('numero')
    .execute()
  for (const row of rows) numbers.get(row.reserva_id)?.push(row.numero)
  return numbers
}

/** Which of the numbers have an owner. */
export async function ownedAmong(tx: Sql, raffleId: number, numbers: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('tickets')
    .select('numero')
    .where('rifa_id', '=', raffleId)
    .where('numero', 'in', numbers)
    .orderBy('numero')
    .execute()
  return rows.map((row) => row.numero)
}
