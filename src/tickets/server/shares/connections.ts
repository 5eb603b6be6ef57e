import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Reservation, ReservationState } from '../schema.ts'
import type { Client } from './client-mark.ts'
import { type Has, SMALL } from './shares.ts'

/** States that count for a connection: a fake that was rejected has no tickets, and counts until its time is over. */
export const COUNTED = ['apartado', 'en revision', 'falso'] as const satisfies ReservationState[]

/** Tickets of a connection in a raffle. */
export interface Connection extends Has {
  /** The same without bare holds. */
  reported: Has
  /** When the first of its holds comes free. */
  firstEnd: Instant | null
}

/** Tickets of one connection in one state. */
export interface Held extends Pick<Reservation, 'cliente' | 'estado' | 'cantidad'> {
  /** When the first of them comes free. */
  fin: Instant | null
}

/** The counted tickets of each of those networks. */
export async function listHeld(
  sql: Sql,
  raffleId: number,
  networks: readonly string[],
  now: Instant,
): Promise<Map<string | null, Held[]>> {
  if (networks.length === 0) return new Map()
  const rows = await sql
    .selectFrom('reservations')
    .select((row) => [
      'red',
      'cliente',
      'estado',
      row.fn.sum<number>('cantidad').as('cantidad'),
      row.fn.min('vence_en').as('fin'),
    ])
    .where('rifa_id', '=', raffleId)
    .where(isOneOf(sql, 'red', networks))
    .where('estado', 'in', COUNTED)
    .where((row) => row.or([row('vence_en', 'is', null), row('vence_en', '>', now)]))
    .groupBy(['red', 'cliente', 'estado'])
    .execute()
  return Map.groupBy(
    rows.map((row) => ({ ...row, cantidad: Number(row.cantidad) })),
    ({ red }) => red,
  )
}

/**
 * Counts what a connection has of a raffle.
 * @param held of its network.
 * @param since reservations that changed since, as they are and as they were; null for new ones.
 */
export function connectionOf(
  { cliente, red }: Client,
  held: readonly Held[],
  since: readonly (readonly [Reservation, Reservation | null])[],
  now: Instant,
): Connection {
  const counted = (row: Reservation | null) =>
    row?.red === red && COUNTED.some((estado) => estado === row.estado) && (row.vence_en === null || row.vence_en > now)
      ? [{ ...row, fin: row.vence_en }]
      : []
  const rows = [
    ...held,
    ...since.flatMap(([row]) => counted(row)),
    ...since.flatMap(([, before]) => counted(before)).map((row) => ({ ...row, cantidad: -row.cantidad })),
  ]
  const sum = (some: readonly Held[]) => some.reduce((all, row) => all + row.cantidad, 0)
  const has = (some: readonly Held[]): Has => ({
    tiene: sum(some.filter((row) => row.cliente === cliente)),
    red: sum(some),
  })
  const reported = has(rows.filter(({ estado }) => estado !== 'apartado'))
  const first = held.find((row) => row.cliente === cliente && row.estado === 'apartado')
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
