import { dayInCaracas, systemClock } from '#platform/clock.ts'
import { atRate, createSender } from './at-rate.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { startOurs } from './server-process.ts'
import { addSource, fillHome, sellRaffle } from './shop.ts'
import { atMost, figure, percentile } from './table.ts'

/** A day's payments come in half a minute: as many calls a second. */
const A_SECOND = 50
/** A bank that waits longer asks again, or takes the shop off its list (docs/decisions/092). */
const LIMIT = 200
const KEY = 'clave-de-prueba-0123456789'

/** A bank calls about payments, each of its own, while the server reads what it has kept: from when a call is due to its answer. */
export async function measure(engine: Engine, { calls }: Effort) {
  let id = 0
  const home = await fillHome(engine, async (ctx) => {
    await sellRaffle(ctx, 10_000)
    id = await addSource(ctx, 'bdv', 'webhook', KEY)
  })
  const fecha = dayInCaracas(systemClock.now())
  await using server = await startOurs(home)
  using sender = createSender()
  let told = 0
  const call = () => {
    const at = ++told
    const body = {
      bancoOrdenante: '0134',
      referenciaBancoOrdenante: String(59_762_001 + at * 13).padStart(12, '0'),
      idCliente: `V0${10_000_000 + at}`,
      numeroCliente: `58414${String(at).padStart(7, '0')}`,
      fecha,
      hora: '00:01',
      monto: `${6_714 + (at % 50)}.24`,
    }
    const headers = { 'content-type': 'application/json', 'x-api-key': KEY }
    const options = { method: 'POST', headers }
    return sender.send(`${server.url}/api/bancos/bdv/${id}`, options, Buffer.from(JSON.stringify(body)))
  }
  await atRate(A_SECOND, calls / 10, call)
  const { times, errors } = await atRate(A_SECOND, calls, call)
  if (errors.length > 0) throw new Error(`${errors.length} calls were refused, the first with ${errors[0]}`)
  return [
    atMost({
      measure: `a bank's call, p99, ${engine.name}`,
      value: percentile(times, 0.99),
      limit: LIMIT,
      unit: 'ms',
      note: `${A_SECOND} calls/s for ${calls} s, kept before they are answered; half within ${figure(percentile(times, 0.5))} ms, all within ${figure(Math.max(...times))} ms`,
    }),
  ]
}
