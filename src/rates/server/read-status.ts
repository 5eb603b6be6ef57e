import { dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { nextTurn } from '#platform/server/jobs/jobs-table.ts'
import { readSetting } from '#platform/server/settings/settings.ts'
import { type RateStatus, rateReference } from '../contract.ts'
import { rateInForce } from './current-rate.ts'
import { RATES_JOB } from './fetch-rate.ts'
import { earlierRate } from './rate-of-day.ts'
import { findRateOf, readSettings } from './store.ts'

/** State of the rate for the operator: the one in force, the others, and why a reading was refused. */
export async function readStatus(ctx: Ctx): Promise<RateStatus> {
  const [actual, settings, fuente] = await Promise.all([
    rateInForce(ctx),
    readSettings(ctx.db.read),
    readSetting(ctx, 'tasa'),
  ])
  const today = dayInCaracas(ctx.clock.now())
  const next = fuente === null ? null : await nextTurn(ctx.db.read, RATES_JOB)
  const opciones = await Promise.all(
    rateReference.options.map(async (referencia) => {
      if (referencia === 'fija') {
        const since = settings.fija_en === null ? null : dayInCaracas(settings.fija_en)
        return { referencia, tasa: settings.fija, fecha_valor: since }
      }
      const rate = await findRateOf(ctx.db.read, referencia, today)
      return { referencia, tasa: rate?.tasa ?? null, fecha_valor: rate?.fecha_valor ?? null }
    }),
  )
  return {
    actual,
    referencia: settings.referencia,
    fija: settings.fija,
    de_antes: await earlierRate(ctx, ctx.db.read, settings),
    aviso: settings.aviso,
    aviso_en: settings.aviso_en === null ? null : new Date(settings.aviso_en).toISOString(),
    fuente_activa: fuente !== null,
    proximo_intento: next === null ? null : new Date(next).toISOString(),
    opciones,
  }
}
