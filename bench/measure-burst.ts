import { atRate, createSender } from './at-rate.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { purchaseForm } from './purchase-form.ts'
import { BARE_HTTP, startOurs, startServer } from './server-process.ts'
import { stockHome } from './shop.ts'
import { atMost, figure, percentile } from './table.ts'

/** After a live stream: what everybody's page asks for, and how many report a payment, in a second. */
const READS = 1_000
const REPORTS = 50
const PROOF = 300_000
/** Milliseconds in which all but the slowest hundredth are answered. */
const LIMITS = { read: 100, report: 1_000 }
const PATHS = ['/api/rifas/1/status', '/api/rifas/rifas/1']

/** A burst of readers while others buy, at a steady rate, and beside it what a bare server makes of the same readers. */
export async function measure(engine: Engine, effort: Effort) {
  await using ours = await startOurs(await stockHome(engine))
  await using bare = await startServer(BARE_HTTP)
  using sender = createSender()
  const form = purchaseForm(PROOF)
  const report = () => sender.form(`${ours.url}/api/rifas/participantes`, form)
  let turn = 0
  const read = () => sender.send(ours.url + PATHS[turn++ % PATHS.length])
  await Promise.all([atRate(READS, effort.warmUp, read), atRate(REPORTS, effort.warmUp, report)])
  const [reads, reports] = await Promise.all([atRate(READS, effort.burst, read), atRate(REPORTS, effort.burst, report)])
  const hello = await atRate(READS, effort.warmUp * 5, () => sender.send(`${bare.url}/`))
  const errors = [...reads.errors, ...reports.errors, ...hello.errors]
  if (errors.length > 0) throw new Error(`${errors.length} without an answer, the first ${errors[0]}`)
  const row = (what: string, times: number[], limit: number, note: string) =>
    atMost({
      measure: `${what}, ${engine.name}, p99`,
      value: percentile(times, 0.99),
      limit,
      unit: 'ms',
      note: `${times.length.toLocaleString('en')} asked for, 0 errors; median ${figure(percentile(times, 0.5))} ms${note}`,
    })
  const floor = `; bare node:http at the same rate alone ${figure(percentile(hello.times, 0.99))} ms`
  return [
    row(
      `${READS} answers/s of status and raffle for ${effort.burst} s beside ${REPORTS} purchases/s`,
      reads.times,
      LIMITS.read,
      floor,
    ),
    row(`those ${REPORTS} purchases/s`, reports.times, LIMITS.report, ', proof 300 KB'),
  ]
}
