import { setTimeout as sleep } from 'node:timers/promises'
import { cpuMeter, postgresWorker, type Worker } from './cpu-meter.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { report } from './measure-purchases.ts'
import { type ServerProcess, startOurs } from './server-process.ts'
import { fillHome, PLENTY, sellRaffle } from './shop.ts'
import { atMost, figure, median, percentile, type Row, told } from './table.ts'

const BUYERS = 64
const PROOF = 1_000
/** How long a process may go on showing what another has sold, in milliseconds, 99 times of 100. */
const STALE = 200

/** A way to spread the buyers: how many buy which raffle of which process. */
interface Spread {
  name: string
  buyers: { process: number; raffle: number; count: number }[]
  /** Processor time a purchase, against the same buyers with one process. */
  most: number | null
}

const together = (processes: number) =>
  Array.from({ length: processes }, (_, process) => ({ process, raffle: 1, count: BUYERS / processes }))

const SPREADS: Spread[] = [
  { name: 'one raffle, 1 process', buyers: together(1), most: null },
  { name: 'one raffle, 2 processes', buyers: together(2), most: 1.5 },
  { name: 'one raffle, 4 processes', buyers: together(4), most: 2 },
  { name: '2 raffles, 1 process', buyers: inTwoRaffles(0), most: null },
  { name: '2 raffles, a process each', buyers: inTwoRaffles(1), most: 1.2 },
]

function inTwoRaffles(second: number): Spread['buyers'] {
  return [
    { process: 0, raffle: 1, count: BUYERS / 2 },
    { process: second, raffle: 2, count: BUYERS / 2 },
  ]
}

/**
 * Cost of several processes on one PostgreSQL: the processor time of all of them and of PostgreSQL for a purchase, and how long one
 * shows what another has sold.
 */
export async function measure(engine: Engine, effort: Effort): Promise<Row[]> {
  const home = await fillHome(engine, async (ctx) => {
    for (const _ of [1, 2]) await sellRaffle(ctx, PLENTY)
  })
  const postgres = await postgresWorker(home.databaseUrl)
  const servers: ServerProcess[] = []
  try {
    for (let process = 0; process < 4; process++) servers.push(await startOurs(home))
    for (const server of servers) await report(server, 16, effort.warmUp, PROOF)
    return [...(await measureSpreads(servers, postgres, effort)), await measureStaleness(servers, effort)]
  } finally {
    for (const server of servers) await server.stop()
  }
}

async function measureSpreads(servers: ServerProcess[], postgres: Worker, effort: Effort): Promise<Row[]> {
  const all: Worker = { cpu: () => servers.reduce((sum, server) => sum + (server.cpu() ?? Number.NaN), 0) }
  const looks = SPREADS.map((spread) => ({
    ...spread,
    shop: cpuMeter(all),
    database: cpuMeter(postgres),
    rates: [] as number[],
  }))
  for (let round = 0; round < effort.rounds; round++) {
    for (const look of looks) {
      const buy = async () => {
        const parts = look.buyers.map(({ process, raffle, count }) =>
          report(servers[process] as ServerProcess, count, effort.seconds, PROOF, raffle),
        )
        return (await Promise.all(parts)).reduce((sum, { answers }) => sum + answers, 0)
      }
      const answers = await look.shop.during(
        () => look.database.during(buy, (count) => count),
        (count) => count,
      )
      look.rates.push(answers / effort.seconds)
    }
  }
  let limit = Number.NaN
  return looks.map(({ name, most, shop, database, rates }) => {
    const each = shop.each() + database.each()
    if (most === null) limit = each
    const measure = `processor ms a purchase, PostgreSQL, ${BUYERS} buyers, ${name}`
    const note = `servers ${shop.read()}, PostgreSQL ${database.read()}; ${figure(median(rates))} purchases/s`
    return most === null ? told(measure, figure(each), note) : atMost({ measure, value: each, limit, part: most, note })
  })
}

/** While one process sells; what is free only becomes less, so the other knows all once it says no more than the first did. */
async function measureStaleness([seller, other]: ServerProcess[], effort: Effort): Promise<Row> {
  if (!seller || !other) throw new Error('two processes')
  const seen: number[] = []
  const until = performance.now() + effort.samplesWithin * 1_000
  let selling = true
  const load = (async () => {
    while (selling) await report(seller, BUYERS, effort.seconds, PROOF)
  })()
  while (seen.length < effort.samples && performance.now() < until) {
    const free = await freeOf(seller)
    const since = performance.now()
    while ((await freeOf(other)) > free) await sleep(1)
    seen.push(performance.now() - since)
    await sleep(7)
  }
  selling = false
  await load
  return atMost({
    measure: 'ms until another process shows what was sold, PostgreSQL, p99',
    value: percentile(seen, 0.99),
    limit: STALE,
    note: `median ${figure(median(seen))} ms of ${seen.length} looks, ${BUYERS} buyers`,
  })
}

async function freeOf(server: ServerProcess): Promise<number> {
  const answer = await fetch(`${server.url}/api/rifas/1/status`)
  const { data } = (await answer.json()) as { data: { rifa: { numeros_disponibles: number } } }
  return data.rifa.numeros_disponibles
}
