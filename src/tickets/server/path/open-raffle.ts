import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findRaffle, type Raffle, requireRaffle } from '#raffles/server/store.ts'
import { endSome } from '../moves.ts'
import { lockStock } from '../store.ts'
import { mayServe, serveSome } from '../waiting/serve-waiting.ts'
import type { Wants } from './load-rows.ts'
import { RaffleState } from './raffle-state.ts'

export const CHORES = { endSome, mayServe, serveSome }

/**
 * Locks the raffle and loads, sent together, the rows that commands want.
 * @param known as it was before the lock; a raffle is never deleted.
 */
export async function openRaffle(tx: Sql, known: Raffle, wants: Wants, now: Instant): Promise<RaffleState> {
  const state = new RaffleState(known, await lockStock(tx, known), now, CHORES)
  const { ended, ...named } = wants
  const [raffle] = await Promise.all([findRaffle(tx, known.id), state.load(tx, named)])
  if (!raffle) throw new Error('a raffle that was there is gone')
  state.raffle = raffle
  if (ended) await state.load(tx, { ended })
  return state
}

/** Decides one command of a raffle by itself. @throws AppError 404, and its refusal. */
export function decideAlone<T>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  raffleId: number,
  wants: Wants,
  command: (state: RaffleState) => T,
): Promise<T> {
  return ctx.db.write(`rifa:${raffleId}`, async (tx) => {
    const known = await requireRaffle(tx, raffleId)
    const state = await openRaffle(tx, known, wants, ctx.clock.now())
    const value = await state.settle(tx, () => command(state))
    await state.save(tx)
    return value
  })
}
