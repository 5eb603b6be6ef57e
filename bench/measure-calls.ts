import { hashToken } from '#access/server/tokens.ts'
import { dayInCaracas } from '#platform/clock.ts'
import { atRate, createSender } from './at-rate.ts'
import type { Effort } from './effort.ts'
import type { Engine } from './engines.ts'
import { OURS, startServer } from './server-process.ts'
import { openShop, sellRaffle } from './shop.ts'
import { figure, percentile, type Row } from './table.ts'

/** A day's payments come in half a minute: as many calls a second. */
const A_SECOND = 50
/** A bank that waits longer asks again, or takes the shop off its list (docs/decisions/092). */
const LIMIT = 200
const KEY = 'clave-de-prueba-0123456789'

/** A bank calls about payments, each of its own, while the server reads what it has kept: from when a call is due to its answer. */
export async function measureCalls(engine: Engine, { calls }: Effort): Promise<Row[]> {
  const home = await engine.newHome()
  const ctx = await openShop(home)
  await sellRaffle(ctx, 10_000)
  const now = ctx.clock.now()
  const source = { metodo_id: 1, fuente: 'bdv', via: 'webhook', nombre: 'Caja', ajustes: '{}', activa: 1, version: 1 }
  const { id } = await ctx.db.write('fuentes', (tx) =>
    tx
      .insertInto('movement_sources')
      .values({ ...source, token_hash: hashToken(KEY), creada_en: now, creada_por: 'x', fallos: 0 } as never)
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const fecha = dayInCaracas(now)
  await ctx.db.close()
  const server = await startServer(OURS, { ...home, ready: '/api/rifas' })
  const sender = createSender()
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
  try {
    await atRate(A_SECOND, calls / 10, call)
    const { times, errors } = await atRate(A_SECOND, calls, call)
    if (errors.length > 0) throw new Error(`${errors.length} calls were refused, the first with ${errors[0]}`)
    const slowest = percentile(times, 0.99)
    return [
      {
        measure: `a bank's call, p99, ${engine.name}`,
        ours: `${figure(slowest)} ms`,
        limit: `${LIMIT} ms`,
        ratio: slowest / LIMIT,
        target: { sign: '<=', ratio: 1 },
        note: `${A_SECOND} calls/s for ${calls} s, kept before they are answered; half within ${figure(percentile(times, 0.5))} ms, all within ${figure(Math.max(...times))} ms`,
      },
    ]
  } finally {
    sender.close()
    await server.stop()
  }
}
