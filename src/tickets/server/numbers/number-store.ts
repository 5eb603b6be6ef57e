import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'

/** Numbers that have an owner, from that one to that one. */
export function listOwned(sql: Sql, raffleId: number, first: string, last: string) {
  return sql
    .selectFrom('tickets')
    .select(['numero', 'estado'])
    .where('rifa_id', '=', raffleId)
    .where('numero', '>=', first)
    .where('numero', '<=', last)
    .execute()
}

/** Numbers that got an owner or another state after that version of the stock, the first of them first. */
export function listChanged(sql: Sql, raffleId: number, afterVersion: number, most: number) {
  return sql
    .selectFrom('tickets')
    .select(['numero', 'estado', 'version'])
    .where('rifa_id', '=', raffleId)
    .where('version', '>', afterVersion)
    .orderBy('version')
    .limit(most)
    .execute()
}

/** Numbers that lost an owner after that version of the stock, the first of them first; they may have another one by now. */
export function listFreed(sql: Sql, raffleId: number, afterVersion: number, most: number) {
  return sql
    .selectFrom('freed_numbers')
    .select(['numero', 'version'])
    .where('rifa_id', '=', raffleId)
    .where('version', '>', afterVersion)
    .orderBy('version')
    .limit(most)
    .execute()
}

/** Numbers of expired reservations whose tickets have not been given back yet. */
export async function listExpiredNumbers(sql: Sql, raffleId: number, now: Instant): Promise<string[]> {
  const rows = await sql
    .selectFrom('reservations')
    .innerJoin('tickets', 'tickets.reserva_id', 'reservations.id')
    .select('tickets.numero')
    .where('reservations.rifa_id', '=', raffleId)
    .where('reservations.vence_en', '<=', now)
    .orderBy('tickets.numero')
    .execute()
  return rows.map((row) => row.numero)
}
