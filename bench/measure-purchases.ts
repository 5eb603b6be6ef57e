import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CpuMeter, cpuMeter } from './cpu-meter.ts'
import { type Effort, inTurns } from './effort.ts'
import type { Engine, Home } from './engines.ts'
import { answersPerSecond, type Seen } from './load.ts'
import { purchaseForm } from './purchase-form.ts'
import { FLOOR, type ServerProcess, startOurs, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atLeast, atMost, figure, median, type Row } from './table.ts'

const BUYERS = [1, 16, 64]
/** Bytes of a photo, as the page sends it. */
const PROOF = 300_000

/**
 * Of the floor's rate, by buyers: the ratios that the path keeps, and why not more (docs/decisions/145-one-path.md). One buyer shares nothing with
 * anybody and waits for more than the floor does: a flush of the proof, then one of the commit, the books, the guards. With 300 KB both spend what
 * they have on bytes.
 */
const TARGETS: Record<Engine['name'], Record<number, number>> = {
  SQLite: { 1: 0.5, 16: 0.75, 64: 0.8 },
  PostgreSQL: { 1: 0.4, 16: 0.6, 64: 0.8 },
}
const PATH = '/api/rifas/participantes'
/** Most megabytes of memory after it all. */
const MEMORY = 320

/** Reports of payments over HTTP, each by a person of its own, against the floor. */
export async function measure(engine: Engine, effort: Effort) {
  const homes = { ours: await stockHome(engine), limit: await engine.newHome() }
  await using ours = await startOurs(homes.ours)
  await using limit = await startServer(FLOOR, homes.limit)
  const rows: Row[] = []
  for (const server of [ours, limit]) await report(server, 16, effort.warmUp, 1_000)
  for (const buyers of BUYERS) {
    rows.push(await compare(engine, { ours, limit }, effort, buyers))
    await clearProofs(homes.ours)
    await clearProofs(homes.limit)
  }
  if (engine.name === 'SQLite') {
    const value = (ours.memory() ?? Number.NaN) / 1_048_576
    const note = 'up to 64 proofs of 300 KB at once'
    rows.push(atMost({ measure: 'memory, after the purchases', value, limit: MEMORY, unit: 'MB', note }))
  }
  return rows
}

async function compare(
  engine: Engine,
  servers: { ours: ServerProcess; limit: ServerProcess },
  effort: Effort,
  buyers: number,
): Promise<Row> {
  const waits: [p50: number, p99: number][] = []
  const meters = { ours: cpuMeter(servers.ours), limit: cpuMeter(servers.limit) }
  const look = (server: ServerProcess, meter: CpuMeter) => async () => {
    const seen = () => report(server, buyers, effort.seconds, PROOF)
    const { perSecond, p50, p99 } = await meter.during(seen, ({ answers }) => answers)
    if (server === servers.ours) waits.push([p50, p99])
    return perSecond
  }
  const seen = await inTurns(effort.rounds, look(servers.ours, meters.ours), look(servers.limit, meters.limit))
  const wait = (at: 0 | 1) => `${figure(median(waits.map((both) => both[at])))} ms`
  return atLeast({
    measure: `purchases/s, ${engine.name}, proof 300 KB, ${buyers === 1 ? '1 buyer' : `${buyers} buyers`}`,
    value: median(seen.ours),
    limit: median(seen.limit),
    part: TARGETS[engine.name][buyers] ?? 1,
    note: `processor ${meters.ours.read()} each, floor ${meters.limit.read()}; p50 ${wait(0)}, p99 ${wait(1)}`,
  })
}

/** Keeps that many buyers reporting, each time as somebody new. */
async function report(
  server: ServerProcess,
  connections: number,
  seconds: number,
  bytes: number,
): Promise<Seen & { answers: number }> {
  const form = purchaseForm(bytes)
  const seen = await answersPerSecond({
    url: server.url,
    connections,
    seconds,
    requests: [
      {
        method: 'POST',
        path: PATH,
        headers: form.headers,
        setupRequest: (request) => ({ ...request, body: form.fill() }),
      },
    ],
  })
  // Uploads that were cut off at the end are given up before the next look.
  await sleep(100)
  return { ...seen, answers: seen.perSecond * seconds }
}

/** The disk need not keep what nobody looks at again: 300 KB times thousands. */
async function clearProofs(home: Home): Promise<void> {
  const folder = join(home['DATA_DIR'] ?? '', 'comprobantes')
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isFile()) await rm(join(folder, entry.name), { force: true })
}
