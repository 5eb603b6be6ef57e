import { randomBytes } from 'node:crypto'
import { loadavg } from 'node:os'
import { hashToken } from '#access/server/tokens.ts'
import { actorNamed } from '#journal/server/testing/actors.ts'
import { createOperator } from '#operators/server/create-operator.ts'
import { dayInCaracas, systemClock } from '#platform/clock.ts'
import { chromium } from '../e2e/support/chromium.ts'
import { DESK, launchBrowser } from '../e2e/support/launch.ts'
import type { Engine } from './engines.ts'
import { enterDesk, OPERATOR, reportPayment } from './measure-desk.ts'
import { OURS, startServer } from './server-process.ts'
import { openShop, sellRaffle } from './shop.ts'
import { figure, percentile, type Row } from './table.ts'

const TIMES = 20
/** Within which a payment is green, whichever comes last of its report and its notice. */
const LIMIT = 1000

/**
 * A desk is open at 1280 px while payments of two tickets are reported and a phone forwards the notices of the bank (docs/decisions/092).
 * Counted is from the answer to what came last until the queue shows that it came. Needs Chromium.
 */
export async function measureGreen(engine: Engine): Promise<Row[]> {
  if (chromium === null) return []
  const home = await engine.newHome()
  const ctx = await openShop(home)
  await sellRaffle(ctx, 10_000)
  await createOperator(ctx, { ...OPERATOR, rol: 'revisor' }, actorNamed('banco de pruebas'))
  const token = randomBytes(32).toString('base64url')
  const source = {
    metodo_id: 1,
    fuente: 'aviso',
    via: 'aviso',
    nombre: 'Caja',
    ajustes: '{}',
    activa: 1,
    version: 1,
  } as const
  const made = { token_hash: hashToken(token), creada_en: ctx.clock.now(), creada_por: 'x', fallos: 0 }
  await ctx.db.write('fuentes', (tx) =>
    tx
      .insertInto('movement_sources')
      .values({ ...source, ...made } as never)
      .execute(),
  )
  await ctx.db.close()
  const server = await startServer(OURS, { ...home, ready: '/api/rifas' })
  const browser = await launchBrowser()
  try {
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
    const tell = (measure: string, waits: number[]): Row => ({
      measure: `${measure}, ${engine.name}`,
      ours: `${figure(percentile(waits, 0.95))} ms`,
      limit: `${LIMIT} ms`,
      ratio: percentile(waits, 0.95) / LIMIT,
      target: { sign: '<=', ratio: 1 },
      note: `95th of a hundred of ${TIMES} on an open desk; half within ${figure(percentile(waits, 0.5))} ms; load ${figure(loadavg()[0] ?? 0)}`,
    })
    return [
      tell('green after an SMS that comes behind its report', after),
      tell('green after a report that comes behind its SMS', before),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
