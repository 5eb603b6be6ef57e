import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { giveUp } from './moves.ts'
import { expireUndrawn, listExpired, type Reservation, type Stock, saveStock } from './store.ts'
import { serveWaiting } from './waiting/serve-waiting.ts'

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
  for (const reservation of [reservations].flat()) await giveUp(tx, stock, raffle, reservation, as)
  await saveStock(tx, stock)
  await serveWaiting(tx, stock, raffle, now)
}

/** Gives back everything of the raffle whose time is over. Freeing is never needed for correctness, only for capacity. */
export async function releaseExpired(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<void> {
  const held = await expireUndrawn(tx, raffle.id, 'apartado', now)
  const inReview = await expireUndrawn(tx, raffle.id, 'en revision', now)
  stock.apartados -= held
  stock.en_revision -= inReview
  stock.libres += held + inReview
  stock.falsos -= await expireUndrawn(tx, raffle.id, 'falso', now)
  await expireUndrawn(tx, raffle.id, 'cedido', now)
  for (const reservation of await listExpired(tx, raffle.id, now)) {
    await giveUp(tx, stock, raffle, reservation, 'vencido')
  }
  await saveStock(tx, stock)
  await serveWaiting(tx, stock, raffle, now)
}
