import { type Effort, inTurns } from './effort.ts'
import type { Engine } from './engines.ts'
import { PLENTY } from './measure-purchases.ts'
import { reportOne } from './one-purchase.ts'
import { openRawInserts } from './raw-inserts.ts'
import { openShop, sellRaffle } from './shop.ts'
import { figure, median, type Row } from './table.ts'

const BUYERS = 64

/** The transaction of a purchase without HTTP and file, 64 at a time, against what the engine can commit at all. */
export async function measureCore(engine: Engine, effort: Effort): Promise<Row[]> {
  const ctx = await openShop(await engine.newHome())
  const raw = await openRawInserts(await engine.newHome())
  try {
    const raffle = await sellRaffle(ctx, PLENTY)
    const ours = () => perSecond(effort.seconds, BUYERS, 1, () => reportOne(ctx, raffle))
    const single = () => perSecond(effort.seconds, BUYERS, 1, raw.single)
    const grouped = () => perSecond(effort.seconds, 1, BUYERS, () => raw.grouped(BUYERS))
    await ours()
    const seen = await inTurns(effort.rounds, ours, single)
    const groups: number[] = []
    for (let round = 0; round < effort.rounds; round++) groups.push(await grouped())
    const mine = median(seen.ours)
    const row = (limit: number, name: string, note: string): Row => ({
      measure: `core purchases/s, ${engine.name}, 64 at a time, against ${name}`,
      ours: figure(mine),
      limit: figure(limit),
      ratio: mine / limit,
      target: null,
      note,
    })
    return [
      row(median(seen.limit), 'raw commits', 'one bare INSERT, one commit'),
      row(median(groups), 'raw groups', '64 bare INSERTs, one commit'),
    ]
  } finally {
    await raw.close()
    await ctx.db.close()
  }
}

/** Keeps that many jobs going. @param worth how many each counts for. */
async function perSecond(seconds: number, atOnce: number, worth: number, job: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await job()
        done += worth
      }
    }),
  )
  return done / ((performance.now() - begun) / 1000)
}
