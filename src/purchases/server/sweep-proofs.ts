import type { Ctx } from '#platform/server/context.ts'
import { proofsInForce } from './find-reported.ts'

/** A report takes minutes at most on the slowest line; what is older than an hour and has no row never got one. */
const ORPHAN_AGE = 3_600_000
const KEEP_ANSWERS = 7 * 86_400_000
const BATCH = 200

/**
 * Removes files that no purchase names (a report that failed, a correction that was replaced, a process that was killed), and
 * answers nobody retries.
 */
export async function sweepProofs(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  let batch: string[] = []
  const clear = async () => {
    if (batch.length === 0) return
    const known = await proofsInForce(ctx.db.read, batch)
    for (const id of batch) if (!known.has(id)) await ctx.files.remove(id)
    batch = []
  }
  for await (const id of ctx.files.olderThan(now - ORPHAN_AGE)) {
    batch.push(id)
    if (batch.length === BATCH) await clear()
  }
  await clear()
  await ctx.db.write('barrido', async (tx) => {
    await tx
      .deleteFrom('idempotency')
      .where('creado_en', '<', (now - KEEP_ANSWERS) as typeof now)
      .execute()
  })
}
