import type { Actor } from '#journal/actor.ts'
import { addDays, dayInCaracas, HOUR } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import { movesWithin, type Rate } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { DAY_MOVES } from '../contract.ts'
import { OPERATOR } from './record-rate.ts'
import { changeRates, enterWithin, fixWithin, readRate } from './set-rate.ts'
import { changeSettings, findRateOf, type RateSettings, type StoredRate } from './store.ts'

const WHY = 'La tasa de hoy'
/** Two typed rates are this far apart, in milliseconds: midnight alone makes no other day. */
const APART = 20 * HOUR

/**
 * The rate in use as it is today, typed every morning: without a reason and without a code while it stays near that of an earlier day, and once a day
 * and twenty hours after the last that was typed, so that an open session alone moves it by no more than a bad day of BCV does. Every owner gets a
 * mail.
 * @throws AppError 422 TASA_INVALIDA, 409 TASA_PIDE_CODIGO
 */
export async function enterRateOfDay(ctx: Ctx, typed: string, actor: Actor): Promise<void> {
  const tasa = readRate(typed)
  await changeRates(ctx, { actor, motivo: WHY }, async (change) => {
    // Nobody else changes a rate until this is done.
    const settings = await changeSettings(change.tx, {})
    const base = await earlierRate(ctx, change.tx, settings)
    if (base === null || !movesWithin(base, tasa, DAY_MOVES))
      throw refusal('TASA_PIDE_CODIGO', {
        details: `No hay una de antes, o se aparta más de ${DAY_MOVES} % de ella, o ya se escribió una hoy o hace menos de 20 horas. Escríbela abajo, con el porqué y el código.`,
      })
    const { referencia } = settings
    if (referencia === 'fija') await fixWithin(change, tasa)
    else await enterWithin(change, { referencia, tasa, fecha_valor: dayInCaracas(change.now) })
  })
}

/** The rate of an earlier day for the comparison; null without one, or if one was typed just before. */
export async function earlierRate(ctx: Ctx, sql: Sql, settings: RateSettings): Promise<Rate | null> {
  const now = ctx.clock.now()
  const today = dayInCaracas(now)
  const { referencia, fija, fija_en } = settings
  if (referencia === 'fija') {
    return fija_en !== null && dayInCaracas(fija_en) < today && fija_en <= now - APART ? fija : null
  }
  const [last, before] = [
    await findRateOf(sql, referencia, today),
    await findRateOf(sql, referencia, addDays(today, -1)),
  ]
  const isJustTyped = (rate?: StoredRate) =>
    rate?.fuente === OPERATOR && (rate.fecha_valor === today || rate.obtenida_en > now - APART)
  if (isJustTyped(last) || isJustTyped(before)) return null
  return before?.tasa ?? null
}
