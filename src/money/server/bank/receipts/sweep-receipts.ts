import { after } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'

/** For disputes with the bank. */
const KEPT = 30 * 86_400_000
const AT_ONCE = 500

/** Deletes receipts of thirty days ago. Unread ones stay: they may be money that no one knows of. */
export async function sweepReceipts(ctx: Pick<Ctx, 'db' | 'clock' | 'time'>): Promise<void> {
  if (!(await ctx.time.sure())) return
  const old = after(ctx.clock.now(), -KEPT)
  for (;;) {
    const gone = await ctx.db.write('fuentes', async (tx) => {
      const due = await tx
        .selectFrom('movement_receipts')
        .select('id')
        .where('recibido_en', '<', old)
        .where('estado', 'not in', ['pendiente', 'ilegible'])
        .orderBy('recibido_en')
        .limit(AT_ONCE)
        .execute()
      if (due.length === 0) return 0
      const ids = due.map(({ id }) => id)
      await tx.deleteFrom('movement_receipts').where('id', 'in', ids).execute()
      return ids.length
    })
    if (gone < AT_ONCE) return
  }
}
