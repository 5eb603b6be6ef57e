import type { Ctx } from '#platform/server/context.ts'
import { apart } from '#platform/server/log.ts'
import { decideAlone } from '../path/open-raffle.ts'

const KEEP_ENDED = 24 * 3_600_000

/**
 * Tidies up: gives back expired holds, serves reports that wait for tickets, and drops holds that ended a day ago without becoming a
 * purchase.
 */
export async function sweepHolds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const over = ctx.db.read.selectFrom('reservations').select('rifa_id').where('vence_en', '<=', now)
  const waiting = ctx.db.read.selectFrom('stock').select('rifa_id').where('en_espera', '>', 0)
  const due = await over.union(waiting).execute()
  for (const { rifa_id } of due) {
    await apart(ctx, rifa_id, 'sweep of a raffle failed', () =>
      decideAlone(ctx, rifa_id, {}, (state) => state.endExpired()),
    )
  }
  await ctx.db.write('barrido', async (tx) => {
    await tx
      .deleteFrom('reservations')
      .where('estado', 'in', ['vencido', 'liberado'])
      .where('compra', '=', 0)
      .where('creado_en', '<', (now - KEEP_ENDED) as typeof now)
      .execute()
  })
}
