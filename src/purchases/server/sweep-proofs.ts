import type { Ctx } from '#platform/server/context.ts'
import { proofsInForce } from './report/find-reported.ts'

/** A report takes minutes at most on the slowest line; a file older than an hour without a row never got one. */
const ORPHAN_AGE = 3_600_000
const KEEP_ANSWERS = 7 * 86_400_000
/** An unknown file waits so long for its row to return: from a restored database, or after a mistake was noticed. */
export const KEEP_ASIDE = 30 * 86_400_000
/** Crashes leave a few files without a row. More than so many, and than this share of all, is another database. */
export const FEW_ORPHANS = 50
const LARGEST_SHARE = 0.05
const BATCH = 200

export interface Sweep {
  /** Files that were taken out of use. */
  setAside: number
  /** There were too many: nothing was touched, and somebody has to look. */
  stopped: { orphans: number; files: number } | null
}

/**
 * Takes files out of use that no purchase names (after a failed report, a replaced correction or a killed process). A month
 * later it removes them; those whose purchase is known again come back. Forgets old answers for retries.
 */
export async function sweepProofs(ctx: Ctx): Promise<Sweep> {
  const now = ctx.clock.now()
  const sweep = await setOrphansAside(ctx, now)
  for await (const { id, known } of withRows(ctx, ctx.files.setAsideBefore(Number.POSITIVE_INFINITY))) {
    if (known) await ctx.files.bringBack(id)
  }
  if (await ctx.time.sure())
    for await (const id of ctx.files.setAsideBefore(now - KEEP_ASIDE)) await ctx.files.removeSetAside(id)
  await ctx.db.write('barrido', async (tx) => {
    await tx
      .deleteFrom('idempotency')
      .where('creado_en', '<', (now - KEEP_ANSWERS) as typeof now)
      .execute()
  })
  return sweep
}

async function setOrphansAside(ctx: Ctx, now: number): Promise<Sweep> {
  const orphans: string[] = []
  let files = 0
  for await (const { id, known } of withRows(ctx, ctx.files.olderThan(now - ORPHAN_AGE))) {
    files++
    if (!known) orphans.push(id)
  }
  if (orphans.length > Math.max(FEW_ORPHANS, files * LARGEST_SHARE)) {
    return { setAside: 0, stopped: { orphans: orphans.length, files } }
  }
  for (const id of orphans) await ctx.files.setAside(id, now)
  return { setAside: orphans.length, stopped: null }
}

/** Each file with whether the proof of a purchase is in it. */
async function* withRows(ctx: Ctx, ids: AsyncIterable<string>): AsyncIterable<{ id: string; known: boolean }> {
  let batch: string[] = []
  for await (const id of ids) {
    batch.push(id)
    if (batch.length < BATCH) continue
    yield* await look(ctx, batch)
    batch = []
  }
  yield* await look(ctx, batch)
}

async function look(ctx: Ctx, batch: string[]): Promise<{ id: string; known: boolean }[]> {
  if (batch.length === 0) return []
  const known = await proofsInForce(ctx.db.read, batch)
  return batch.map((id) => ({ id, known: known.has(id) }))
}
