import type { Ctx } from '#platform/server/context.ts'
import { forgetRaffle } from '#raffles/server/read-raffle.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { release } from '../come-free.ts'
import type { ReservationState } from '../schema.ts'
import { findByToken, lockStock } from '../store.ts'

const OPEN: ReadonlySet<ReservationState> = new Set(['apartado', 'pase', 'cedido'])

/** The visitor closed the payment: his tickets go back on sale. A hold that is over or was reported is left as it is. */
export async function releaseHold(ctx: Ctx, token: string): Promise<void> {
  const found = await findByToken(ctx.db.read, token)
  if (!found || !OPEN.has(found.estado)) return
  await ctx.db.write(`rifa:${found.rifa_id}`, async (tx) => {
    const raffle = await findRaffle(tx, found.rifa_id)
    if (!raffle) return
    const stock = await lockStock(tx, raffle)
    const hold = await findByToken(tx, token)
    if (!hold || !OPEN.has(hold.estado)) return
    const now = ctx.clock.now()
    // The page closes itself when the time is over: that hold ran out, nobody gave it back.
    const over = hold.vence_en !== null && hold.vence_en <= now
    await release(tx, stock, raffle, hold, over ? 'vencido' : 'liberado', now)
  })
  forgetRaffle(ctx, found.rifa_id)
}
