import type { Instant } from '#platform/clock.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { afterTaking, countedOf } from '../shares/shares.ts'
import type { Stock } from '../store.ts'

/**
 * What tells twenty neighbours behind one address from a script with fifty addresses, while nobody verifies payments: the neighbours
 * have twenty phones, the script one core (docs/decisions/029-fair-shares.md).
 */

/**
 * Numbers that a device tries, half of them on average until it finds, for half of all that is left: a quarter of an hour of one core of a
 * desk machine. The tickets of each report are their part of that, so many addresses, or small steps, are no cheaper than one.
 */
const HALF_OF_THE_REST = 2 ** 32.5
/** Nobody is asked for more: minutes of a phone. Whoever wants so much of so little waits until somebody verifies. */
const MOST = 2 ** 29
/** Somebody who rejects fakes looks at the payments: what came free so is given by waiting alone, so long (milliseconds). */
const LOOKED_AT = 600_000

/** Whether most of what is not sold is in review: then waiting a minute proves nothing, because a script waits as well as anybody. */
export function isUnverified(stock: Stock, raffle: Raffle): boolean {
  return stock.en_revision > leftOf(stock, raffle)
}

/**
 * How many tickets may be given to who waits because he has waited. While most is in review, as many as rejections have freed, and never
 * so many that less is left than before them: a rejected bait, or a hundred, must not open what is left, nor what comes free otherwise.
 */
export function servedByWaiting(stock: Stock, raffle: Raffle, now: Instant): number {
  if (!isUnverified(stock, raffle)) return Number.POSITIVE_INFINITY
  return rejectedLately(stock, now) ? Math.max(0, Math.min(stock.devueltos, leftOf(stock, raffle) - stock.quedaban)) : 0
}

/**
 * Remembers that somebody has rejected reports whose tickets came free.
 * @param before what was left (leftOf).
 * @param freed their tickets.
 */
export function noteRejected(stock: Stock, before: number, freed: number, now: Instant): void {
  const lately = rejectedLately(stock, now)
  stock.quedaban = lately ? Math.min(stock.quedaban, before) : before
  stock.devueltos = (lately ? stock.devueltos : 0) + freed
  stock.rechazado_en = now
}

/** Tickets that nobody has reported. */
export function leftOf(stock: Stock, raffle: Raffle): number {
  const { libres, apartados } = countedOf(stock, raffle)
  return libres + apartados
}

function rejectedLately({ rechazado_en }: Stock, now: Instant): boolean {
  // One of the future was written while the clock was ahead.
  return rechazado_en !== null && rechazado_en <= now && rechazado_en > now - LOOKED_AT
}

/**
 * Numbers to try for that many tickets beyond a connection's share; each one less that is left makes the next dearer.
 * @returns null when there are not so many, or so few others that no work is enough.
 */
export function priceOf(stock: Stock, raffle: Raffle, cantidad: number): number | null {
  const counted = countedOf(stock, raffle)
  const after = afterTaking(counted, cantidad)
  const left = after.libres + after.apartados
  if (left <= 0) return null
  const price = Math.ceil(HALF_OF_THE_REST * Math.log2((counted.libres + counted.apartados) / left))
  return price > MOST ? null : price
}

/** Whether what its visitor's device has tried is enough for its tickets now. */
export function hasEarned(
  stock: Stock,
  raffle: Raffle,
  { trabajo, cantidad }: { trabajo: number; cantidad: number },
): boolean {
  const price = trabajo > 0 ? priceOf(stock, raffle, cantidad) : null
  return price !== null && trabajo >= price
}
