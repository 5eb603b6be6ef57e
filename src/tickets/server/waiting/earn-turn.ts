import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Piece } from '#platform/server/work/piece-of-work.ts'
import { spendWork } from '#platform/server/work/spent-work.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { askedBy, countedOf, isWithin } from '../shares/shares.ts'
import { findReservation, findStock, lockStock, type Reservation, type Stock, updateReservation } from '../store.ts'
import { serveWaiting } from './serve-waiting.ts'
import { hasEarned, isUnverified, priceOf } from './turn-price.ts'

/** Who pays, or has paid, and has no tickets: what his device works counts for him, before he reports and after. */
const WITHOUT: ReadonlySet<Reservation['estado']> = new Set(['en espera', 'pase', 'cedido'])

/**
 * Counts what a visitor's device has tried for its turn, and gives a payment that waits its tickets once that is enough.
 * @param piece that was worked; null only asks. It is counted once, by the transaction that spends it.
 * @returns how many more are to be tried: 0 when it has its tickets, or its share covers them, or no work helps now.
 */
export async function earnTurn(ctx: Ctx, reservationId: number, piece: Piece | null): Promise<number> {
  const known = await findReservation(ctx.db.read, reservationId)
  const raffle = known && (await findRaffle(ctx.db.read, known.rifa_id))
  if (!raffle || !known.red || !WITHOUT.has(known.estado)) return 0
  if (piece === null) {
    const stock = await findStock(ctx.db.read, raffle.id)
    return stock ? missingOf(ctx.db.read, stock, raffle, known, ctx.clock.now()) : 0
  }
  const missing = await ctx.db.write(`rifa:${raffle.id}`, async (tx) => {
    const stock = await lockStock(tx, raffle)
    const now = ctx.clock.now()
    const before = await findReservation(tx, reservationId)
    if (!before || !WITHOUT.has(before.estado)) return 0
    if (!(await spendWork(tx, piece))) return missingOf(tx, stock, raffle, before, now)
    const trabajo = before.trabajo + piece.hasta
    await updateReservation(tx, reservationId, { trabajo })
    const worked = { ...before, trabajo }
    if (before.estado !== 'en espera' || !hasEarned(stock, raffle, worked)) {
      return missingOf(tx, stock, raffle, worked, now)
    }
    await serveWaiting(tx, stock, raffle, now)
    return missingOf(tx, stock, raffle, (await findReservation(tx, reservationId)) ?? before, now)
  })
  return missing
}

async function missingOf(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  { estado, cliente, red, cantidad, trabajo }: Reservation,
  now: Instant,
): Promise<number> {
  if (!cliente || !red || !WITHOUT.has(estado) || !isUnverified(stock, raffle)) return 0
  // Who waits has been told that his share does not cover it.
  if (estado !== 'en espera') {
    const asked = await askedBy(tx, raffle.id, { cliente, red }, now)
    if (isWithin(countedOf(stock, raffle), asked, cantidad)) return 0
  }
  return Math.max(0, (priceOf(stock, raffle, cantidad) ?? 0) - trabajo)
}
