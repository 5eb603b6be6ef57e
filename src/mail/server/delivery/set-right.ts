import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { DELIVERY_LANE, LEASE, WAITS } from './deliver.ts'

/** Clocks of processes differ by less. */
const ALIKE = 3_600_000
const LONGEST_WAIT = Math.max(...WAITS)

/**
 * Mails that were written, tried or claimed while the clock was far ahead would wait for as long as it had been wrong: they leave now. One that waits
 * for its turn was written in the past, and keeps it.
 */
export async function setRight(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.write(DELIVERY_LANE, async (tx) => {
    await tx
      .updateTable('outbox')
      .set({ proximo_en: now })
      .where('estado', '=', 'pendiente')
      .where('proximo_en', '>', now)
      .where((row) =>
        row.or([
          row('creado_en', '>', after(now, ALIKE)),
          row.and([row('intentos', '>', 0), row('proximo_en', '>', after(now, LONGEST_WAIT + ALIKE))]),
        ]),
      )
      .execute()
    await tx
      .updateTable('outbox')
      .set({ arrendado_hasta: now })
      .where('estado', '=', 'pendiente')
      .where('arrendado_hasta', '>', after(now, LEASE + ALIKE))
      .execute()
  })
}
