import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { ReservationState } from '../schema.ts'
import type { Client } from './client-mark.ts'
import { type Has, SMALL } from './shares.ts'

/** What counts as a connection's: a fake that was rejected has no tickets, and counts until its time is over. */
export const COUNTED = ['apartado', 'en revision', 'falso'] as const satisfies ReservationState[]

/** What a connection has of a raffle. */
export interface Connection extends Has {
  /** The same without what is only on hold. */
  reported: Has
  /** When the first of its holds comes free. */
  firstEnd: Instant | null
}

/** Counts what a connection has of a raffle. */
export async function countConnection(
  sql: Sql,
  raffleId: number,
  { cliente, red }: Client,
  now: Instant,
): Promise<Connection> {
  const rows = await sql
    .selectFrom('reservations')
    .select((row) => [
      'cliente',
      'estado',
      row.fn.sum<number>('cantidad').as('cantidad'),
      row.fn.min('vence_en').as('fin'),
    ])
    .where('rifa_id', '=', raffleId)
    .where('red', '=', red)
    .where('estado', 'in', COUNTED)
    .where((row) => row.or([row('vence_en', 'is', null), row('vence_en', '>', now)]))
    .groupBy(['cliente', 'estado'])
    .execute()
  const sum = (some: typeof rows) => some.reduce((all, row) => all + Number(row.cantidad), 0)
  const has = (some: typeof rows): Has => ({
    tiene: sum(some.filter((row) => row.cliente === cliente)),
    red: sum(some),
  })
  const reported = has(rows.filter(({ estado }) => estado !== 'apartado'))
  const first = rows.find((row) => row.cliente === cliente && row.estado === 'apartado')
  return { ...has(rows), reported, firstEnd: first?.fin ?? null }
}

/** Tickets on hold by networks that hold more than a small purchase: of these a report is given first (displace.ts). */
export async function heldByFew(sql: Sql, raffleId: number, now: Instant): Promise<number> {
  const rows = await sql
    .selectFrom('reservations')
    .select((row) => row.fn.sum<number>('cantidad').as('cantidad'))
    .where('rifa_id', '=', raffleId)
    .where('estado', '=', 'apartado')
    .where('vence_en', '>', now)
    .where('red', 'is not', null)
    .groupBy('red')
    .having((row) => row.fn.sum('cantidad'), '>', SMALL)
    .execute()
  return rows.reduce((all, { cantidad }) => all + Number(cantidad), 0)
}

/** Fewer reports of one network are no more than a family's. */
const MANY = 3

/** Tickets that many reports of few networks have or wait for, by raffle; of a raffle without such nothing. */
export async function reportedByFew(sql: Sql, raffleIds: readonly number[]): Promise<Map<number, number>> {
  if (raffleIds.length === 0) return new Map()
  const rows = await sql
    .selectFrom('reservations')
    .select((row) => ['rifa_id', row.fn.sum<number>('cantidad').as('cantidad')])
    .where('rifa_id', 'in', raffleIds)
    .where('red', 'is not', null)
    .where('estado', 'in', ['en revision', 'en espera'])
    .groupBy(['rifa_id', 'red'])
    .having((row) => row.fn.countAll(), '>=', MANY)
    .having((row) => row.fn.sum('cantidad'), '>', SMALL)
    .execute()
  const found = new Map<number, number>()
  for (const { rifa_id, cantidad } of rows) found.set(rifa_id, (found.get(rifa_id) ?? 0) + Number(cantidad))
  return found
}
