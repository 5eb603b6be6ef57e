import { SYSTEM } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { addDays, dayInCaracas, formatDay } from '#platform/clock.ts'
import { formatRate, movesWithin } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { PublishedReference } from '../contract.ts'
import { RATE_NAMES } from '../rate-text.ts'
import { RateRefusal, type Reading } from './parse-reading.ts'
import { changeSettings, DAYS_AHEAD, findRateOf, insertRate } from './store.ts'

/** Per cent. The largest step of 827 published days was 3.59. */
const LARGEST_MOVE = 10

/** The source of rates that the operator typed. */
export const OPERATOR = 'operador'

/**
 * Stores a source's rate, if it is credible and new. It is compared with the rate of the days before its own, so
 * that a source which lies little by little moves the price by no more than a day may.
 * @returns whether it was new.
 * @throws RateRefusal
 */
export async function recordRate(
  ctx: Ctx,
  reference: PublishedReference,
  reading: Reading,
  source: string,
): Promise<boolean> {
  const now = ctx.clock.now()
  const today = dayInCaracas(now)
  if (reading.fecha_valor > addDays(today, DAYS_AHEAD)) {
    throw new RateRefusal(
      'TASA_FUTURA',
      `La fuente dio una ${RATE_NAMES[reference]} con una fecha lejana y no la usamos.`,
    )
  }
  return ctx.db.write('tasa', async (tx) => {
    await changeSettings(tx, {})
    const inForce = await findRateOf(tx, reference, today)
    if (inForce && reading.fecha_valor < inForce.fecha_valor) return false
    const sameDay = await findRateOf(tx, reference, reading.fecha_valor)
    if (sameDay?.fecha_valor === reading.fecha_valor) {
      // The operator's rate for a day stays.
      if (sameDay.tasa === reading.tasa || sameDay.fuente === OPERATOR) return false
    }
    await refuseJump(tx, reference, reading)
    const id = await insertRate(tx, { referencia: reference, ...reading, fuente: source, obtenida_en: now })
    const datos = { referencia: reference, ...reading, fuente: source }
    await noteInSite(tx, now, SYSTEM, 'tasa recibida', datos, { rates: [id] })
    return true
  })
}

async function refuseJump(tx: Sql, reference: PublishedReference, reading: Reading): Promise<void> {
  const before =
    (await findRateOf(tx, reference, addDays(reading.fecha_valor, -1))) ??
    (await findRateOf(tx, reference, reading.fecha_valor))
  if (!before || movesWithin(before.tasa, reading.tasa, LARGEST_MOVE)) return
  throw new RateRefusal(
    'TASA_SALTO',
    `La ${RATE_NAMES[reference]} del ${formatDay(reading.fecha_valor)} (Bs. ${formatRate(reading.tasa)}) cambia más de ` +
      `${LARGEST_MOVE} % frente a la anterior (Bs. ${formatRate(before.tasa)}) y no la usamos. Si es correcta, escríbela tú.`,
  )
}
