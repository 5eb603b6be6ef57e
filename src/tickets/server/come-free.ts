import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { giveUp, settle } from './moves.ts'
import { expireUndrawn, lastEndOfHold, listExpired, type Reservation, type Stock } from './store.ts'
import { serveWaiting } from './waiting/serve-waiting.ts'
import { leftOf, noteRejected } from './waiting/turn-price.ts'

/** Where tickets come free: whoever waits for some gets them in the same transaction. */

/** Reservations end: their tickets go to who waits for some, else back on sale. */
export async function release(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservations: Reservation | Reservation[],
  as: 'liberado' | 'vencido',
  now: Instant,
): Promise<void> {
  const ended = [reservations].flat()
  const rejected = inReviewOf(ended)
  if (rejected > 0) noteRejected(stock, leftOf(stock, raffle), rejected, now)
  for (const reservation of ended) await giveUp(tx, stock, raffle, reservation, as)
  await settle(tx, stock, raffle, now)
  await serveWaiting(tx, stock, raffle, now)
}

/** Gives back everything of the raffle whose time is over. Freeing is never needed for correctness, only for capacity. */
export async function releaseExpired(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<void> {
  const before = leftOf(stock, raffle)
  const lastEnd = stock.apretado_desde === null ? null : await lastEndOfHold(tx, raffle.id, now)
  const held = await expireUndrawn(tx, raffle.id, 'apartado', now)
  const inReview = await expireUndrawn(tx, raffle.id, 'en revision', now)
  stock.apartados -= held
  stock.en_revision -= inReview
  stock.libres += held + inReview
  stock.pases -= await expireUndrawn(tx, raffle.id, 'pase', now)
  await expireUndrawn(tx, raffle.id, 'cedido', now)
  const expired = await listExpired(tx, raffle.id, now)
  const rejectedOf = inReviewOf(expired)
  for (const reservation of expired) await giveUp(tx, stock, raffle, reservation, 'vencido')
  // What is in review has an end only once somebody has rejected it.
  const rejected = inReview + rejectedOf
  if (rejected > 0) noteRejected(stock, before, rejected, now)
  await settle(tx, stock, raffle, now, lastEnd ?? now)
  await serveWaiting(tx, stock, raffle, now)
}

/** Tickets of those that are in review. */
function inReviewOf(reservations: Reservation[]): number {
  return reservations.reduce((sum, { estado, cantidad }) => sum + (estado === 'en revision' ? cantidad : 0), 0)
}
