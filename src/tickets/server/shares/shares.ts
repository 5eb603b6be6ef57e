import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { ReservationState } from '../schema.ts'
import type { Stock } from '../store.ts'
import type { Client } from './client-mark.ts'
import { freeUnderCap } from './unverified-share.ts'

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

/** What counts as a connection's: its passes have a count of their own (hold-pass.ts). */
export const COUNTED = ['apartado', 'en revision', 'en espera'] as const satisfies ReservationState[]

export type Counted = Pick<Stock, 'libres' | 'apartados' | 'en_revision' | 'total_numeros'>

/** What can be had before anybody has verified a payment: under an operator's cap no more than the cap. */
export function countedOf(stock: Stock, raffle: Raffle): Counted {
  return { ...stock, libres: freeUnderCap(stock, raffle) }
}

/** The same when somebody has got so many more: of free ones, and what is missing of bare holds. */
export function afterTaking(counted: Counted, cantidad: number): Counted {
  const free = Math.min(cantidad, counted.libres)
  return {
    ...counted,
    libres: counted.libres - free,
    apartados: counted.apartados - (cantidad - free),
    en_revision: counted.en_revision + cantidad,
  }
}

/** Whether more of what is not sold is unverified than free. */
export function isCrowded({ libres, apartados, en_revision }: Counted): boolean {
  return apartados + en_revision > libres
}

/**
 * Tickets that one connection may have at once when it asks for so many more. While most of what is not sold is free also when it has
 * got them: a quarter of it. Else a small part of what is free, so that however many addresses somebody has, each finds less
 * than the one before and never all.
 */
export function shareOf(counted: Counted, cantidad: number): number {
  return isCrowded(afterTaking(counted, cantidad)) ? crowdedShare(counted) : calmShare(counted)
}

/** So many more one connection may ask for at once, at most, for its share to be a quarter (shareOf). */
export function mostInCalm({ libres, apartados, en_revision }: Counted): number {
  return Math.floor((libres - apartados - en_revision) / 2)
}

/** The share that one connection has while most of what is not sold is free. */
export function calmShare({ libres, apartados, en_revision }: Counted): number {
  return Math.max(NEIGHBOURS, Math.floor((libres + apartados + en_revision) / 4))
}

/** The share that one connection has in a crowded raffle. */
export function crowdedShare({ libres, total_numeros }: Counted): number {
  const least = Math.max(2, Math.min(LEAST_MOST, Math.floor(total_numeros / LEAST_OF)))
  return Math.max(least, Math.floor(libres / PART_OF_FREE))
}

/** How many more a connection may have now. */
export function roomOf(counted: Counted, { tiene, red }: Pick<Asked, 'tiene' | 'red'>): number {
  const within = (share: number) => Math.min(share - tiene, share * NETWORK - red.tiene)
  return Math.max(0, within(crowdedShare(counted)), Math.min(mostInCalm(counted), within(calmShare(counted))))
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
    .where('estado', 'in', COUNTED)
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
export function isWithin(counted: Counted, { tiene, red }: Pick<Asked, 'tiene' | 'red'>, cantidad: number): boolean {
  const share = shareOf(counted, cantidad)
  return tiene + cantidad <= share && red.tiene + cantidad <= share * NETWORK
}
