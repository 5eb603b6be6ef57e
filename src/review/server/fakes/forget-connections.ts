import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { idsOf } from '#platform/server/db/many.ts'

/**
 * How long after a decision (milliseconds): much longer than it can be undone, because processes have clocks of
 * their own.
 */
const KEPT = 600_000
/** A decision so far in the future was written while the clock was wrong by that much, and would be kept as long. */
const FAR_AHEAD = 86_400_000
const JUDGED = ['confirmado', 'liberado'] as const
/** Of each in one run; the rest follows with the next. */
const MOST = 1_000

/**
 * The mark of a report's connection is deleted once it is judged and that cannot be undone any more. Until then it
 * counts as before, so that an undone decision gives nobody a new share. The mark of a rejected report is
 * kept with it, because it may be a fake among others (find-alike.ts).
 */
export async function forgetConnections(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  const [judged, ahead] = [(now - KEPT) as Instant, (now + FAR_AHEAD) as Instant]
  const reservations = await ctx.db.read
    .selectFrom('reservations')
    .innerJoin('purchases', 'purchases.reserva_id', 'reservations.id')
    .select('reservations.id')
    .where('reservations.red', 'is not', null)
    .where('reservations.estado', 'in', JUDGED)
    .where((row) => row.or([row('decidido_en', '<=', judged), row('decidido_en', '>', ahead)]))
    .limit(MOST)
    .execute()
  const purchases = await ctx.db.read
    .selectFrom('purchases')
    .select('id')
    .where('cliente', 'is not', null)
    .where('estado', 'in', ['confirmado', 'anulado'])
    .where((row) => row.or([row('decidido_en', '<=', judged), row('decidido_en', '>', ahead)]))
    .limit(MOST)
    .execute()
  if (purchases.length + reservations.length === 0) return
  await ctx.db.write('revision', async (tx) => {
    if (reservations.length > 0) {
      const over = tx.updateTable('reservations').set({ cliente: null, red: null }).where('estado', 'in', JUDGED)
      await over.where('id', 'in', idsOf(reservations)).execute()
    }
    if (purchases.length > 0) {
      const closed = tx.updateTable('purchases').set({ cliente: null })
      await closed.where('estado', 'in', ['confirmado', 'anulado']).where('id', 'in', idsOf(purchases)).execute()
    }
  })
}
