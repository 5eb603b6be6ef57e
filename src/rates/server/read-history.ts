import { addDays, dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { RateHistory } from '../contract.ts'
import { listRates, listRefusals } from './store.ts'

const DAYS = 90
const REFUSALS = 50

/** What was published, and what the source said that was not believed. */
export async function readHistory(ctx: Ctx): Promise<RateHistory> {
  const since = addDays(dayInCaracas(ctx.clock.now()), -DAYS)
  const [rates, refusals] = await Promise.all([listRates(ctx.db.read, since), listRefusals(ctx.db.read, REFUSALS)])
  const counted = new Map(rates.map((rate) => [`${rate.referencia} ${rate.fecha_valor}`, rate]))
  return {
    publicadas: [...counted.values()].map(({ referencia, tasa, fecha_valor, fuente, obtenida_en }) => ({
      referencia,
      tasa,
      fecha_valor,
      fuente,
      obtenida_en: new Date(obtenida_en).toISOString(),
    })),
    rechazadas: refusals.map(({ codigo, mensaje, en, ultima_en, veces }) => ({
      codigo,
      mensaje,
      en: new Date(en).toISOString(),
      ultima_en: new Date(ultima_en).toISOString(),
      veces,
    })),
  }
}
