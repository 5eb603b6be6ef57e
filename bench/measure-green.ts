import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { createOperator } from '#operators/server/create-operator.ts'
import { dayInCaracas, systemClock } from '#platform/clock.ts'
import { DESK, launchBrowser } from '../e2e/support/launch.ts'
import type { Engine } from './engines.ts'
import { enterDesk, OPERATOR, reportPayment } from './measure-desk.ts'
import { startOurs } from './server-process.ts'
import { ACTOR, addSource, fillHome, sellRaffle } from './shop.ts'
import { atMost, figure, percentile } from './table.ts'

const TIMES = 20
/** Within which a payment is green, whichever comes last of its report and its notice. */
const LIMIT = 1500

/**
 * A desk is open at 1280 px while payments of two tickets are reported and a phone forwards the notices of the bank (docs/decisions/092).
 * Counted is from the answer to what came last until the queue shows that it came.
 */
export async function measure(engine: Engine) {
  const token = randomBytes(32).toString('base64url')
  const home = await fillHome(engine, async (ctx) => {
    await sellRaffle(ctx, 10_000)
    await createOperator(ctx, { ...OPERATOR, rol: 'revisor' }, ACTOR)
    await addSource(ctx, 'aviso', 'aviso', token)
  })
  await using server = await startOurs(home)
  await using browser = await launchBrowser()
  const page = await browser.newPage({ viewport: DESK, locale: 'es-VE' })
  const listening = page.waitForResponse(/conciliacion\/novedad/)
  await enterDesk(page, server.url)
  await listening
  const forward = async (referencia: string) => {
    const day = dayInCaracas(systemClock.now()).split('-').reverse().join('/')
    const texto = `BANESCO REGISTRO: Pago recibido a traves de Pago Movil de PEREZ C por Bs. 6714.24 el ${day}; 00:01 REF ${referencia}.`
    const answer = await fetch(`${server.url}/api/avisos/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ texto, app: 'Banesco' }),
    })
    if (!answer.ok) throw new Error(`a notice was answered ${answer.status}`)
  }
  let green = 0
  const turnsGreen = async () => {
    const begun = performance.now()
    // At each frame: a locator looks every half second once it has waited for a while.
    await page.evaluate(`new Promise((resolve) => {
        const look = () =>
          document.querySelectorAll('[title="Avisó el teléfono"]').length > ${green} ? resolve() : requestAnimationFrame(look)
        look()
      })`)
    green += 1
    return performance.now() - begun
  }
  const after: number[] = []
  const before: number[] = []
  for (let at = 0; at < TIMES; at++) {
    await forward(await reportPayment(server.url))
    after.push(await turnsGreen())
    await reportPayment(server.url, forward)
    before.push(await turnsGreen())
  }
  const tell = (measure: string, waits: number[]) =>
    atMost({
      measure: `${measure}, ${engine.name}`,
      value: percentile(waits, 0.95),
      limit: LIMIT,
      unit: 'ms',
      note: `95th of a hundred of ${TIMES} on an open desk; half within ${figure(percentile(waits, 0.5))} ms; load ${figure(loadavg()[0] ?? 0)}`,
    })
  return [
    tell('green after an SMS that comes behind its report', after),
    tell('green after a report that comes behind its SMS', before),
  ]
}
