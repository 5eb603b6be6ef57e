import { badStorageMissing, createBadStorage } from '../e2e/kill/bad-storage.ts'
import { atRate, createSender } from './at-rate.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { PLENTY } from './measure-purchases.ts'
import { purchaseForm } from './purchase-form.ts'
import { OURS, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'
import { figure, percentile, type Row } from './table.ts'

/** Milliseconds of each flush. */
const FLUSH = 300
const BUYERS = 16
/** Of each kind of reading, in a second. */
const RATE = 50
/** Uncompressed, the script would be most of what the sender has to do. */
const AS_BROWSERS = { headers: { 'accept-encoding': 'br' } }
/** Milliseconds of the slowest hundredth. */
const LIMIT = 20

/** What who only looks waits for while buyers report, on a disk that takes its time for each flush. */
export async function measureSlowDisk(engine: Engine, effort: Effort): Promise<Row[]> {
  if (badStorageMissing !== null) return []
  const home = await stockHome(await engine.newHome(), PLENTY)
  const storage = createBadStorage(home.dataDir)
  // What was flushed need not be kept: nobody loses power.
  const server = await startServer(OURS, {
    ...home,
    ready: '/api/rifas',
    env: { ...storage.env, TOMBOLA_SHIM_FLUSHED: '' },
  })
  const sender = createSender()
  let selling = true
  let sold = 0
  const buyer = async () => {
    const form = purchaseForm(1_000)
    while (selling) {
      const body = Buffer.from(form.fill())
      const status = await sender.send(
        `${server.url}/api/rifas/participantes`,
        { method: 'POST', headers: form.headers },
        body,
      )
      if (status !== 201) throw new Error(`a report was answered ${status}`)
      sold++
    }
  }
  const lookUp = Buffer.from(JSON.stringify({ cedula: 'V12345678' }))
  const readings = {
    page: () => sender.send(`${server.url}/rifa`, AS_BROWSERS),
    availability: () => sender.send(`${server.url}/api/rifas/1/status`),
    'look-up': () =>
      sender.send(
        `${server.url}/api/rifas/participante/buscar`,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        lookUp,
      ),
    'file of the page': await fileOf(server.url, sender.send),
  }
  const look = async (seconds: number) => {
    const answers = await Promise.all(Object.values(readings).map((read) => atRate(RATE, seconds, read)))
    const errors = answers.flatMap(({ errors }) => errors)
    if (errors.length > 0) throw new Error(`${errors.length} readers without an answer, the first ${errors[0]}`)
    return answers.map(({ times }) => times)
  }
  try {
    await look(effort.warmUp)
    const alone = await look(effort.burst / 6)
    storage.be({ flushTakes: FLUSH })
    const buyers = Array.from({ length: BUYERS }, buyer)
    await look(effort.warmUp)
    const before = sold
    const seconds = effort.burst / 3
    const times = await look(seconds)
    const bought = sold - before
    selling = false
    storage.be('well')
    await Promise.all(buyers)
    const p99 = percentile(times.flat(), 0.99)
    const quiet = percentile(alone.flat(), 0.99)
    // Where the machine itself keeps readers waiting, as long as that.
    const limit = Math.max(LIMIT, quiet)
    const each = Object.keys(readings).map((name, at) => `${name} ${figure(percentile(times[at] ?? [], 0.99))} ms`)
    return [
      {
        measure: `who looks while ${BUYERS} buyers report and each flush takes ${FLUSH} ms, ${engine.name}, p99`,
        ours: `${figure(p99)} ms`,
        limit: `${figure(limit)} ms`,
        ratio: p99 / limit,
        target: { sign: '<=', ratio: 1 },
        note: `${each.join(', ')}; ${RATE} of each a second, ${figure(bought / seconds)} purchases/s; while nobody reports ${figure(quiet)} ms`,
      },
    ]
  } finally {
    selling = false
    sender.close()
    await server.stop()
    storage.remove()
  }
}

/** The script of the sales page, which lies on the disk. */
async function fileOf(
  url: string,
  send: (url: string, options: typeof AS_BROWSERS) => Promise<number>,
): Promise<() => Promise<number>> {
  const page = await (await fetch(`${url}/rifa`)).text()
  const path = /\/assets\/[\w-]+\.js/.exec(page)?.[0]
  if (!path) throw new Error('the page names no script')
  return () => send(`${url}${path}`, AS_BROWSERS)
}
