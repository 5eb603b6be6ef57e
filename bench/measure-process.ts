import { setTimeout as sleep } from 'node:timers/promises'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { BARE_HTTP, startOurs, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atMost, figure, median } from './table.ts'

/** A start takes at most so many times that of a bare server. Memory in megabytes. */
const [STARTS, IDLE] = [4, 125]
const MEGABYTE = 1_048_576

/** Cost of running it: time to start, memory. */
export async function measure(engine: Engine, effort: Effort) {
  const home = await stockHome(engine)
  const started = { ours: [] as number[], bare: [] as number[] }
  const memory = { ours: [] as number[], bare: [] as number[] }
  // The first one after a build compiles, for all that follow.
  await (await startOurs(home, '/rifa'))[Symbol.asyncDispose]()
  for (let start = 0; start < effort.starts; start++) {
    const both = { ours: await startOurs(home, '/rifa'), bare: await startServer(BARE_HTTP) }
    // Each job has had its first round by then.
    await sleep(3_000)
    for (const which of ['ours', 'bare'] as const) {
      started[which].push(both[which].startedIn)
      memory[which].push((both[which].memory() ?? Number.NaN) / MEGABYTE)
      await both[which][Symbol.asyncDispose]()
    }
  }
  const row = (measure: string, seen: typeof started, limit: number, unit: string) =>
    atMost({
      measure,
      value: median(seen.ours),
      limit,
      unit,
      note: `bare node:http ${figure(median(seen.bare))} ${unit}`,
    })
  return [
    row('start to the first page, built', started, STARTS * median(started.bare), 'ms'),
    row('memory, idle', memory, IDLE, 'MB'),
  ]
}
