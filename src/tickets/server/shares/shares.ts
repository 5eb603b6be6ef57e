import type { Raffle } from '#raffles/server/store.ts'
import type { Stock } from '../store.ts'
import { type Counted, freeUnderCap } from './unverified-share.ts'

/**
 * Share of one connection in a raffle before anybody has verified its payments (docs/decisions/125-defence-on-one-page.md).
 * Its holds count, its reports in review, and for some hours its rejected fakes; reports that wait for tickets do not.
 */

/** A report of so many tickets at most is a small one. */
export const SMALL = 10
/** The unsold tickets, divided by this, are the share of a connection. */
const PARTS = 4
/** Of IPv6 a connection is a /64: its /48 has a quarter more than one of them. */
const NETWORK = 1.25
/** Small reports of neighbours behind one address get that part of the unsold tickets, and no more. */
const MOST_PARTS = 3

/** Tickets of a connection, and of its network, which of an IPv4 address is the same. */
export interface Has {
  tiene: number
  red: number
}

export function countedOf({ libres, apartados, en_revision }: Counted, raffle: Raffle): Counted {
  return { libres: freeUnderCap({ libres, apartados, en_revision }, raffle), apartados, en_revision }
}

/** How many tickets a connection and its network may have in all. */
export interface Limits {
  own: number
  network: number
  /** Limit of its network by small reports, while most is free; else 0. */
  neighbours: number
}

export function limitsOf({ libres, apartados, en_revision }: Counted): Limits {
  const unsold = libres + apartados + en_revision
  // One small purchase in any case.
  const own = Math.max(SMALL, Math.floor(unsold / PARTS))
  const neighbours = libres * 2 > unsold ? Math.floor(unsold / MOST_PARTS) : 0
  return { own, network: Math.floor(own * NETWORK), neighbours }
}

/** How many more a connection may have now: of its share, or the few that a neighbour of a cheat wants while most is free. */
export function roomOf({ own, network, neighbours }: Limits, { tiene, red }: Has): number {
  return Math.max(0, Math.min(own - tiene, network - red), Math.min(SMALL, neighbours - red))
}

/** Whether all connections together have less than one may: the usual case, for which nothing has to be counted. */
export function isPlenty(stock: Stock, raffle: Raffle, cantidad: number): boolean {
  const { apartados, en_revision, falsos } = stock
  return apartados + en_revision + falsos + cantidad <= limitsOf(countedOf(stock, raffle)).own
}
