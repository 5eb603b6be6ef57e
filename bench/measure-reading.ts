import { get } from 'node:http'
import { type CpuMeter, cpuMeter } from './cpu-meter.ts'
import { type Effort, inTurns } from './effort.ts'
import type { Engine } from './engines.ts'
import { readsPerSecond } from './load.ts'
import { BARE_HTTP, OURS, type ServerProcess, startServer } from './server-process.ts'
import { openShop, sellRaffle } from './shop.ts'
import { sellOut } from './sold-raffle.ts'
import { figure, median, type Row } from './table.ts'

const NUMBERS = 10_000

interface Reading {
  name: string
  path: string
  headers?: Record<string, string>
  /** Small answers are compared with a hello, the others with as many bytes. */
  hello?: boolean
  target?: number
}

const READINGS: Reading[] = [
  { name: 'raffle info', path: '/api/rifas/rifas/1', hello: true, target: 0.4 },
  { name: 'availability', path: '/api/rifas/1/status', hello: true, target: 0.4 },
  { name: 'page /rifa', path: '/rifa', headers: { 'accept-encoding': 'br' } },
  { name: 'grid as bitmap', path: '/api/rifas/1/numeros', headers: { accept: 'application/octet-stream' } },
  { name: 'grid as array', path: '/api/rifas/1/numeros' },
]

/** Answers that visitors read, half of 10,000 numbers sold, against bare node:http. They come from memory on both engines. */
export async function measureReading(engine: Engine, effort: Effort): Promise<Row[]> {
  const home = await engine.newHome()
  const ctx = await openShop(home)
  await sellOut(ctx, await sellRaffle(ctx, NUMBERS), NUMBERS, NUMBERS / 2)
  await ctx.db.close()
  const ours = await startServer(OURS, { ...home, ready: '/api/rifas' })
  const bare = await startServer(BARE_HTTP)
  try {
    const rows: Row[] = []
    for (const reading of READINGS) rows.push(await compare(reading, ours, bare, effort))
    return rows
  } finally {
    await ours.stop()
    await bare.stop()
  }
}

async function compare(reading: Reading, ours: ServerProcess, bare: ServerProcess, effort: Effort): Promise<Row> {
  const headers = reading.headers ?? {}
  const bytes = await transferredBytes(`${ours.url}${reading.path}`, headers)
  const path = reading.hello ? '/' : `/${bytes}`
  const meters = { ours: cpuMeter(ours), bare: cpuMeter(bare) }
  const look = (server: ServerProcess, meter: CpuMeter, at: string) => () =>
    meter.during(
      () => readsPerSecond(server.url, at, headers, effort.seconds),
      (perSecond) => perSecond * effort.seconds,
    )
  await readsPerSecond(ours.url, reading.path, headers, effort.warmUp / 2)
  await readsPerSecond(bare.url, path, headers, effort.warmUp / 2)
  const seen = await inTurns(effort.rounds, look(ours, meters.ours, reading.path), look(bare, meters.bare, path))
  const [mine, limit] = [median(seen.ours), median(seen.limit)]
  return {
    measure: `${reading.name}/s`,
    ours: figure(mine),
    limit: figure(limit),
    ratio: mine / limit,
    target: reading.target === undefined ? null : { sign: '>=', ratio: reading.target },
    note: `${bytes.toLocaleString('en')} bytes, against ${reading.hello ? 'a hello' : 'as many bytes'}; processor ${meters.ours.read()}, bare ${meters.bare.read()}`,
  }
}

/** Of the body as it travels, compressed or not. */
function transferredBytes(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.once('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    }).once('error', reject)
  })
}
