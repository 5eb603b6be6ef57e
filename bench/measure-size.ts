import { sql } from 'kysely'
import { actorNamed } from '#journal/server/testing/actors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { auditTickets } from '#tickets/server/audit-tickets.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { reportOne } from './one-purchase.ts'
import { openShop, sellRaffle } from './shop.ts'
import { sellOut } from './sold-raffle.ts'
import { figure, percentile, type Row } from './table.ts'

const LARGE = 1_000_000
const SOLD = 990_000
const SMALL = 10_000
/** A small raffle is replaced before its purchases are a noticeable part of it. */
const SMALL_LASTS = 250
const WARM_UP = 100
const FEWEST = 500

/**
 * The slowest hundredth of purchases, reported and approved one after the other, in a raffle of a million numbers with 99 %
 * sold, against a fresh one of ten thousand: in the same database, and in one that holds nothing else.
 */
export async function measureSize(engine: Engine, effort: Effort): Promise<Row[]> {
  const full = await openShop(await engine.newHome())
  const empty = await openShop(await engine.newHome())
  try {
    const large = await sellRaffle(full, LARGE)
    await sellOut(full, large, LARGE, SOLD)
    // The engine's own housekeeping, within minutes of such a sale.
    await full.db.write('analyze', async (tx) => void (await sql`analyze`.execute(tx)))
    const times = await takeTimes(full, large, empty, effort)
    const raffle = await findRaffle(full.db.read, large)
    const problems = raffle ? await full.db.consistent((snapshot) => auditTickets(snapshot, raffle)) : ['no raffle']
    if (problems.length > 0) throw new Error(`after the purchases:\n${problems.slice(0, 5).join('\n')}`)
    return [
      compare(engine, times.large, times.small, 'with none sold, same database', 1.3),
      compare(engine, times.large, times.alone, 'with none sold, in an empty database', null),
    ]
  } finally {
    await full.db.close()
    await empty.db.close()
  }
}

/** Milliseconds of each purchase; the three kinds take turns, until there are enough or the time is over. */
async function takeTimes(full: Ctx, large: number, empty: Ctx, effort: Effort) {
  const end = performance.now() + effort.samplesWithin * 1000
  const times: Record<'large' | 'small' | 'alone', number[]> = { large: [], small: [], alone: [] }
  let [small, alone] = [0, 0]
  for (let sample = -WARM_UP; sample < effort.samples && performance.now() < end; sample++) {
    if ((sample + WARM_UP) % SMALL_LASTS === 0) {
      small = await sellRaffle(full, SMALL)
      alone = await sellRaffle(empty, SMALL)
      for (const [ctx, raffle] of [
        [full, small],
        [empty, alone],
      ] as const)
        await timeOne(ctx, raffle)
    }
    const taken = {
      large: await timeOne(full, large),
      small: await timeOne(full, small),
      alone: await timeOne(empty, alone),
    }
    if (sample < 0) continue
    for (const kind of ['large', 'small', 'alone'] as const) times[kind].push(taken[kind])
  }
  return times
}

async function timeOne(ctx: Ctx, raffle: number): Promise<number> {
  const begun = performance.now()
  const { id } = await reportOne(ctx, raffle)
  await approvePurchase(ctx, id, null, { actor: actorNamed('banco de pruebas') })
  return performance.now() - begun
}

function compare(engine: Engine, large: number[], small: number[], name: string, target: number | null): Row {
  const [mine, limit] = [percentile(large, 0.99), percentile(small, 0.99)]
  const medians = percentile(large, 0.5) / percentile(small, 0.5)
  return {
    measure: `p99 of a purchase, ${engine.name}, 1,000,000 numbers 99 % sold against 10,000 ${name}`,
    ours: `${figure(mine)} ms`,
    limit: `${figure(limit)} ms`,
    ratio: mine / limit,
    // A hundredth of a few is one of them: chance, not a result.
    target: target === null || large.length < FEWEST ? null : { sign: '<=', ratio: target },
    note: `${large.length} of each, report and approval; medians ${medians.toFixed(2)} ×`,
  }
}
