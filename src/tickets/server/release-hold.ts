import type { Ctx } from '#platform/server/context.ts'
import { forgetRaffle } from '#raffles/server/read-raffle.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { isLive } from './live-hold.ts'
import { release } from './reserve.ts'
import { findByToken, lockStock } from './store.ts'

/** The visitor closed the payment: his tickets go back on sale. A hold that is over or was reported is left as it is. */
export async function releaseHold(ctx: Ctx, token: string): Promise<void> {
  const found = await findByToken(ctx.db.read, token)
  if (found?.estado !== 'apartado') return
  await ctx.db.write(`rifa:${found.rifa_id}`, async (tx) => {
    const raffle = await findRaffle(tx, found.rifa_id)
    if (!raffle) return
    const stock = await lockStock(tx, raffle)
    const hold = await findByToken(tx, token)
    if (hold?.estado !== 'apartado') return
    // The page closes itself when the time is over: that hold ran out, nobody gave it back.
    await release(tx, stock, raffle, hold, isLive(hold, ctx.clock.now()) ? 'liberado' : 'vencido')
  })
  forgetRaffle(ctx, found.rifa_id)
}
