import autocannon from 'autocannon'
import { type Effort, inTurns } from './effort.ts'
import type { Engine } from './engines.ts'
import { readsPerSecond } from './load.ts'
import { purchaseForm } from './purchase-form.ts'
import { type ServerProcess, startOurs } from './server-process.ts'
import { fillHome, sellRaffle } from './shop.ts'
import { sellOut, soldPlace } from './sold-raffle.ts'
import { atLeast, figure, median } from './table.ts'

const NUMBERS = 1_000_000
const SOLD = NUMBERS / 2
const PATH = '/api/rifas/1/numeros'
const HEADERS = { accept: 'application/octet-stream' }
/** Reported in a second, and as many held that pick their numbers: each of these changes the grid. */
const RATE = 50

/** The grid of a million numbers, half of them sold: how many read it while others buy, against while nobody does. */
export async function measure(engine: Engine, effort: Effort) {
  const home = await fillHome(engine, async (ctx) => sellOut(ctx, await sellRaffle(ctx, NUMBERS), NUMBERS, SOLD))
  await using server = await startOurs(home)
  const first = await timeOf(() => read(server))
  await readsPerSecond(server.url, PATH, HEADERS, effort.warmUp)
  const reads = () => readsPerSecond(server.url, PATH, HEADERS, effort.seconds)
  let bought = 0
  const whileSelling = async () => {
    const selling = sell(server, effort.seconds)
    const seen = await reads()
    bought += await selling
    return seen
  }
  const seen = await inTurns(effort.rounds, whileSelling, reads)
  const again = await timeOf(() => read(server))
  return [
    atLeast({
      measure: `grid of 1,000,000 read/s, ${engine.name}, while ${RATE * 2} sales/s change it`,
      value: median(seen.ours),
      limit: median(seen.limit),
      part: 0.3,
      note: `against nobody buying; ${figure(bought / (effort.rounds * effort.seconds))} sales/s came through; the first reading of a process took ${figure(first)} ms, the last ${figure(again)} ms`,
    }),
  ]
}

async function read({ url }: ServerProcess): Promise<void> {
  const answer = await fetch(url + PATH, { headers: HEADERS })
  const bytes = (await answer.arrayBuffer()).byteLength
  if (bytes !== NUMBERS / 8) throw new Error(`the grid answered ${answer.status} with ${bytes} bytes`)
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The first number that no purchase of this run has picked. */
let next = SOLD

/** Reports payments and holds picked numbers, at a steady rate. @returns how many. */
async function sell({ url }: ServerProcess, seconds: number): Promise<number> {
  const form = purchaseForm(1_000)
  const pick = () => String(soldPlace(next++, NUMBERS)).padStart(6, '0')
  const picked: autocannon.Request = {
    method: 'POST',
    path: '/api/rifas/1/apartados',
    headers: { 'content-type': 'application/json' },
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({ cantidad_tickets: 2, numeros_seleccionados: [pick(), pick()] }),
    }),
  }
  const reported: autocannon.Request = {
    method: 'POST',
    path: '/api/rifas/participantes',
    headers: form.headers,
    setupRequest: (request) => ({ ...request, body: form.fill() }),
  }
  const results = await Promise.all(
    [picked, reported].map((request) =>
      autocannon({ url, connections: 4, overallRate: RATE, duration: seconds, requests: [request] }),
    ),
  )
  const refused = results.reduce((sum, result) => sum + result.non2xx + result.errors, 0)
  if (refused > 0) throw new Error(`${refused} sales were refused`)
  return results.reduce((sum, result) => sum + result['2xx'], 0)
}
