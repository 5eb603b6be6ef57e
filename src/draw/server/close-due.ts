import type { Ctx } from '#platform/server/context.ts'
import { apart } from '#platform/server/log.ts'
import { closeByRule } from '#raffles/server/close-by-rule.ts'
import { lockRaffle } from '#raffles/server/tickets-of-raffle.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { freezeDue } from './list/freeze-list.ts'

/** Closes every raffle whose rule has ended its sale: until then its calls refuse by the clock, and its pages do not show it yet. */
export async function closeDue(ctx: Ctx): Promise<void> {
  const due = await ctx.db.read
    .selectFrom('raffles')
    .select('id')
    .where('estado', 'in', ['publicada', 'pausada'])
    // Enough may have been sold while the hour was in doubt.
    .where((row) => row.or([row('cierra_en', '<=', ctx.clock.now()), row('cierra_con', 'is not', null)]))
    .where('restaurada_en', 'is', null)
    .execute()
  for (const { id } of due) {
    await apart(ctx, id, 'close of a raffle failed', () =>
      lockRaffle(ctx, ticketsOfRaffle, id, ({ tx, raffle, sales, now }) => closeByRule(tx, raffle, sales, now)),
    )
  }
}

/**
 * Executes the rules of draws by the clock: closes sales, freezes lists. Neither is ever taken back, so nothing happens while the clock is
 * in doubt. Sales check the clock themselves.
 */
export async function keepRules(ctx: Ctx): Promise<void> {
  if (!(await ctx.time.sure())) return
  await closeDue(ctx)
  await freezeDue(ctx)
}
