import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atRate, createSender } from './at-rate.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { purchaseForm } from './purchase-form.ts'
import { startOurs } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atMost, figure, percentile } from './table.ts'

const SLOW = 200
const DROPPED = 1_000
/** Of honest buyers and readers, in a second. */
const RATES = { report: 10, read: 50 }
const LIMIT = 1_000

/** Waiting time of honest people while 200 uploads crawl, and leftovers of broken uploads. */
export async function measure(engine: Engine, effort: Effort) {
  const home = await stockHome(engine)
  await using server = await startOurs(home)
  const port = Number(new URL(server.url).port)
  using sender = createSender()
  const slow = purchaseForm(300_000)
  const form = purchaseForm(300_000)
  const files = () => readdirSync(join(home['DATA_DIR'] ?? '', 'comprobantes')).length
  /** A form that says more than it sends. */
  const begin = () =>
    new Promise<Socket>((resolve, reject) => {
      const head = `POST /api/rifas/participantes HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${slow.headers['content-type']}\r\ncontent-length: 4000000\r\n\r\n`
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(Buffer.concat([Buffer.from(head), slow.fill().subarray(0, 20_000)]), () => resolve(socket)),
      )
      socket.once('error', reject)
    })
  const report = () => sender.form(`${server.url}/api/rifas/participantes`, form)
  const read = () => sender.send(`${server.url}/rifa`)
  const seconds = effort.burst / 4
  const honest = async () => {
    const [reports, reads] = await Promise.all([
      atRate(RATES.report, seconds, report),
      atRate(RATES.read, seconds, read),
    ])
    return { reports, reads, p99: percentile([...reports.times, ...reads.times], 0.99) }
  }
  await Promise.all([atRate(RATES.report, effort.warmUp, report), atRate(RATES.read, effort.warmUp, read)])
  const alone = await honest()
  const bought = files()
  const sockets = await Promise.all(Array.from({ length: SLOW }, begin))
  const crawl = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 100)
  const { reports, reads, p99: waited } = await honest()
  clearInterval(crawl)
  const open = sockets.filter((socket) => socket.writable).length
  for (const socket of sockets) socket.destroy()
  for (let dropped = 0; dropped < DROPPED; dropped += 50) {
    for (const socket of await Promise.all(Array.from({ length: 50 }, begin))) socket.destroy()
  }
  const kept = bought + reports.times.length
  for (let tries = 0; tries < 100 && files() !== kept; tries++) await sleep(100)
  const left = files() - kept
  const errors = [...reports.errors, ...reads.errors]
  if (errors.length > 0) throw new Error(`${errors.length} honest ones without an answer, the first ${errors[0]}`)
  return [
    atMost({
      measure: `honest buyers and readers beside ${SLOW} uploads that crawl, ${engine.name}, p99`,
      value: waited,
      limit: LIMIT,
      unit: 'ms',
      note: `${reports.times.length} reports and ${reads.times.length} pages in ${seconds} s, 0 errors; ${open} uploads open until the end; without them ${figure(alone.p99)} ms`,
    }),
    atMost({
      measure: `files left of ${(SLOW + DROPPED).toLocaleString('en')} uploads broken off, ${engine.name}`,
      value: left,
      limit: 0,
      note: 'in the folder of the proofs, beside those of whole reports',
    }),
  ]
}
