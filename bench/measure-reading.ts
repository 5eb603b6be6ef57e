import { get } from 'node:http'
import { type CpuMeter, cpuMeter } from './cpu-meter.ts'
import { type Effort, inTurns } from './effort.ts'
import type { Engine } from './engines.ts'
import { readsPerSecond } from './load.ts'
import { BARE_HTTP, type ServerProcess, startOurs, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atLeast, median, type Row } from './table.ts'

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

/** Answers that visitors read of 10,000 numbers, against bare node:http. They come from memory on both engines. */
export async function measure(engine: Engine, effort: Effort): Promise<Row[]> {
  await using ours = await startOurs(await stockHome(engine, NUMBERS))
  await using bare = await startServer(BARE_HTTP)
  const rows: Row[] = []
  for (const reading of READINGS) rows.push(await compare(reading, ours, bare, effort))
  return rows
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
  return atLeast({
    measure: `${reading.name}/s`,
    value: median(seen.ours),
    limit: median(seen.limit),
    part: reading.target ?? null,
    note: `${bytes.toLocaleString('en')} bytes, against ${reading.hello ? 'a hello' : 'as many bytes'}; processor ${meters.ours.read()}, bare ${meters.bare.read()}`,
  })
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
