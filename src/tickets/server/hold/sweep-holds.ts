import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { HOLD_SECONDS } from '../../quantity.ts'
import { decideAlone } from '../path/open-raffle.ts'
import { lockStock } from '../store.ts'
import { FAKES_COUNT } from '../waiting/judge-waiting.ts'

const KEEP_ENDED = 24 * 3_600_000

/** How long what ends by itself may last, in milliseconds. */
const LONGEST = { apartado: HOLD_SECONDS * 1000, cedido: HOLD_SECONDS * 1000, falso: FAKES_COUNT }

/**
 * Gives whatever was set aside, promised or rejected as a fake, and would last longer than any may, its longest time from now on: it
 * was so while the clock was ahead, and would keep its tickets, its price or its connection's share for as long as the clock had been wrong.
 */
async function endEarly(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  for (const [estado, most] of Object.entries(LONGEST) as [keyof typeof LONGEST, number][]) {
    const longest = after(now, most)
    const ahead = await ctx.db.read
      .selectFrom('reservations')
      .select('rifa_id')
      .distinct()
      .where('estado', '=', estado)
      .where('vence_en', '>', longest)
      .execute()
    for (const { rifa_id } of ahead) {
      await ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
        const raffle = await findRaffle(tx, rifa_id)
        if (raffle) await lockStock(tx, raffle)
        await tx
          .updateTable('reservations')
          .set({ vence_en: longest })
          .where('rifa_id', '=', rifa_id)
          .where('estado', '=', estado)
          .where('vence_en', '>', longest)
          .execute()
      })
    }
  }
}

/**
 * Tidies up: gives back what has expired, serves who waits for tickets, ends what was taken while the clock was ahead,
 * and drops holds that ended a day ago without becoming a purchase.
 */
export async function sweepHolds(ctx: Ctx): Promise<void> {
  await endEarly(ctx)
  const now = ctx.clock.now()
  const over = ctx.db.read.selectFrom('reservations').select('rifa_id').where('vence_en', '<=', now)
  const waiting = ctx.db.read.selectFrom('stock').select('rifa_id').where('en_espera', '>', 0)
  const due = await over.union(waiting).execute()
  for (const { rifa_id } of due) {
    try {
      await decideAlone(ctx, rifa_id, {}, (state) => state.endExpired())
    } catch (error) {
      // What is wrong with one raffle keeps no other's tickets.
      ctx.log.error({ failure: describeFailure(error), code: `rifa:${rifa_id}` }, 'sweep of a raffle failed')
    }
  }
  await ctx.db.write('barrido', async (tx) => {
    // What was reported while the clock was ahead would be the last of all.
    const ahead = tx.updateTable('reservations').set({ reportado_en: now }).where('reportado_en', '>', now)
    await ahead.where('estado', '=', 'en espera').execute()
    await tx
      .deleteFrom('reservations')
      .where('estado', 'in', ['vencido', 'liberado'])
      .where('compra', '=', 0)
      .where('creado_en', '<', (now - KEEP_ENDED) as typeof now)
      .execute()
  })
}
