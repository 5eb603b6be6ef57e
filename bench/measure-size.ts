import { sql } from 'kysely'
import { actorNamed } from '#journal/server/testing/actors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { auditTickets } from '#tickets/server/audit-tickets.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { reportOne } from './one-purchase.ts'
import { fillHome, sellRaffle } from './shop.ts'
import { sellOut } from './sold-raffle.ts'
import { atMost, percentile, type Row } from './table.ts'

const LARGE = 1_000_000
const SOLD = 990_000
const SMALL = 10_000
/** A small raffle is replaced before its purchases are a noticeable part of it. */
const SMALL_LASTS = 250
const WARM_UP = 100
const FEWEST = 500

/**
 * The slowest hundredth of purchases, reported and approved one after the other, in a raffle of a million numbers with 99 %
 * sold, against a fresh one of ten thousand in the same database.
 */
export async function measure(engine: Engine, effort: Effort): Promise<Row[]> {
  const times = { large: [] as number[], small: [] as number[] }
  await fillHome(engine, async (ctx) => {
    const large = await sellRaffle(ctx, LARGE)
    await sellOut(ctx, large, LARGE, SOLD)
    // The engine's own housekeeping, within minutes of such a sale.
    await ctx.db.write('analyze', async (tx) => void (await sql`analyze`.execute(tx)))
    const end = performance.now() + effort.samplesWithin * 1000
    let small = 0
    // Both kinds take turns, until there are enough or the time is over.
    for (let sample = -WARM_UP; sample < effort.samples && performance.now() < end; sample++) {
      if ((sample + WARM_UP) % SMALL_LASTS === 0) {
        small = await sellRaffle(ctx, SMALL)
        await timeOne(ctx, small)
      }
      const taken = { large: await timeOne(ctx, large), small: await timeOne(ctx, small) }
      if (sample >= 0) for (const kind of ['large', 'small'] as const) times[kind].push(taken[kind])
    }
    const raffle = await findRaffle(ctx.db.read, large)
    const problems = raffle ? await ctx.db.consistent((snapshot) => auditTickets(snapshot, raffle)) : ['no raffle']
    if (problems.length > 0) throw new Error(`after the purchases:\n${problems.slice(0, 5).join('\n')}`)
  })
  const { large, small } = times
  return [
    atMost({
      measure: `p99 of a purchase, ${engine.name}, 1,000,000 numbers 99 % sold against 10,000 with none sold, same database`,
      value: percentile(large, 0.99),
      limit: percentile(small, 0.99),
      unit: 'ms',
      // A hundredth of a few is one of them: chance, not a result.
      part: large.length < FEWEST ? null : 1.3,
      note: `${large.length} of each, report and approval; medians ${(percentile(large, 0.5) / percentile(small, 0.5)).toFixed(2)} ×`,
    }),
  ]
}

async function timeOne(ctx: Ctx, raffle: number): Promise<number> {
  const begun = performance.now()
  const { id } = await reportOne(ctx, raffle)
  await approvePurchase(ctx, id, null, { actor: actorNamed('banco de pruebas') })
  return performance.now() - begun
}
