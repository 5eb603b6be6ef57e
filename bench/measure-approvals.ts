import { actorNamed } from '#journal/server/testing/actors.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { cpuMeter, postgresWorker, processorTime, type Worker } from './cpu-meter.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { reportOne } from './one-purchase.ts'
import { openShop, PLENTY, sellRaffle } from './shop.ts'
import { atMost } from './table.ts'

const AT_ONCE = 64
/** Approvals of one look: as many groups as come of themselves when 64 are always under way. */
const EACH_LOOK = 10 * AT_ONCE
/** Most that an approval may cost, in reports: it draws numbers, claims the payment by every window of it, and writes a longer mail. */
const MOST = 2

/** Processor time of approvals against that of their reports, the engine's included, 64 at a time, without HTTP and file. */
export async function measure(engine: Engine, effort: Effort) {
  const home = await engine.newHome()
  const ctx = await openShop(home)
  const own: Worker = { cpu: () => processorTime(process.pid) }
  const theirs = home.databaseUrl === null ? null : await postgresWorker(home.databaseUrl)
  const worker: Worker = theirs ? { cpu: () => (own.cpu() ?? Number.NaN) + (theirs.cpu() ?? Number.NaN) } : own
  const [reports, approvals] = [cpuMeter(worker), cpuMeter(worker)]
  const actor = actorNamed('banco de pruebas')
  try {
    const raffle = await sellRaffle(ctx, PLENTY)
    // The first look settles the compiler of the engine.
    for (let round = -1; round < effort.rounds; round++) {
      const report = () => atATime(EACH_LOOK, async () => (await reportOne(ctx, raffle)).id)
      const ids = round < 0 ? await report() : await reports.during(report, (made) => made.length)
      const approve = () => atATime(EACH_LOOK, (at) => approvePurchase(ctx, ids[at] as number, null, { actor }))
      await (round < 0 ? approve() : approvals.during(approve, (made) => made.length))
    }
  } finally {
    await ctx.db.close()
  }
  return [
    atMost({
      measure: `processor ms an approval, core, ${engine.name}, ${AT_ONCE} at a time`,
      value: approvals.each(),
      limit: reports.each(),
      part: MOST,
      note: `against its report; ${effort.rounds * EACH_LOOK} of each`,
    }),
  ]
}

/** Runs that many jobs, 64 always under way. @returns what each came to, in order. */
async function atATime<T>(count: number, job: (at: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  let next = 0
  const run = async () => {
    while (next < count) {
      const at = next++
      done[at] = await job(at)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
  return done
}
