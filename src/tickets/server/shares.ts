import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Client } from './client-mark.ts'
import type { Stock } from './store.ts'

/**
 * What one connection may have of a raffle before anybody has verified its payments: its holds and its reports counted together
 * (docs/decisions/029-fair-shares.md). Its network (client-mark.ts) may have twice as much.
 */
export const NETWORK = 2
/** What twenty neighbours behind one address have when each takes the 2 tickets of the picker. */
const NEIGHBOURS = 40
/** Of a hundred numbers a connection may have 2 when the raffle is crowded, of a thousand 4, of more 10 at most. */
const LEAST_OF = 250
const LEAST_MOST = 10
/** Of what is free, in a crowded raffle. */
const PART_OF_FREE = 400

type Counted = Pick<Stock, 'libres' | 'apartados' | 'en_revision' | 'total_numeros'>

/** Whether more of what is not sold is unverified than free. */
export function isCrowded({ libres, apartados, en_revision }: Counted): boolean {
  return apartados + en_revision > libres
}

/**
 * Tickets that one connection may have at once. While most of what is not sold is free: a quarter of it. In a crowded raffle a
 * small part of what is free, so that however many addresses somebody has, each finds less than the one before and never all.
 */
export function shareOf(stock: Counted): number {
  const { libres, apartados, en_revision, total_numeros } = stock
  if (!isCrowded(stock)) return Math.max(NEIGHBOURS, Math.floor((libres + apartados + en_revision) / 4))
  const least = Math.max(2, Math.min(LEAST_MOST, Math.floor(total_numeros / LEAST_OF)))
  return Math.max(least, Math.floor(libres / PART_OF_FREE))
}

/** What a connection has and asks for; `red` is the same of its network. */
export interface Asked {
  /** Tickets on hold and in review. */
  tiene: number
  /** Tickets that its reports wait for. */
  espera: number
  red: { tiene: number; espera: number }
  /** When the first of its holds comes free. */
  firstEnd: Instant | null
}

/** Counts what a connection has of a raffle. */
export async function askedBy(sql: Sql, raffleId: number, { cliente, red }: Client, now: Instant): Promise<Asked> {
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
    .where((row) => row.or([row('vence_en', 'is', null), row('vence_en', '>', now)]))
    .groupBy(['cliente', 'estado'])
    .execute()
  const asked: Asked = { tiene: 0, espera: 0, red: { tiene: 0, espera: 0 }, firstEnd: null }
  for (const row of rows) {
    const kind = row.estado === 'en espera' ? 'espera' : 'tiene'
    asked.red[kind] += Number(row.cantidad)
    if (row.cliente !== cliente) continue
    asked[kind] += Number(row.cantidad)
    if (row.estado === 'apartado') asked.firstEnd = row.fin
  }
  return asked
}

/** Whether that many more are still its share, and its network's. */
export function isWithin(share: number, { tiene, red }: Pick<Asked, 'tiene' | 'red'>, cantidad: number): boolean {
  return tiene + cantidad <= share && red.tiene + cantidad <= share * NETWORK
}
