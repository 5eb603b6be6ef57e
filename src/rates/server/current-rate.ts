import { addDays, type CalendarDate, dayInCaracas, startOfDay } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSetting } from '#platform/server/settings/settings.ts'
import { type RateAnswer, type RateStatus, rateReference } from '../contract.ts'
import { earlierRate } from './rate-of-day.ts'
import { findRateInUse, findRateOf, readSettings, type StoredRate } from './store.ts'

/** Weekend, holiday and a late publication together have taken five days; a rate older than that is doubted. */
const CURRENT_DAYS = 5

/** The rate in force, inside the server. */
export type CurrentRate = Omit<StoredRate, 'id' | 'referencia'> & Pick<RateAnswer, 'referencia' | 'vigente'>

/** The rate in force, from memory until it changes or the day ends in Caracas; null when none is known. */
export function currentRate(ctx: Ctx): Promise<CurrentRate | null> {
  return ctx.snapshots.get('tasa', async () => {
    const today = dayInCaracas(ctx.clock.now())
    return { value: await findCurrent(ctx, today), freshUntil: startOfDay(addDays(today, 1)) }
  })
}

/** The same as visitors get it. */
export function rateInForce(ctx: Ctx): Promise<RateAnswer | null> {
  return ctx.snapshots.get('tasa:respuesta', async () => {
    const tomorrow = addDays(dayInCaracas(ctx.clock.now()), 1)
    const rate = await currentRate(ctx)
    const value = rate && {
      ...rate,
      euro: Number(rate.tasa),
      obtenida_en: new Date(rate.obtenida_en).toISOString(),
    }
    return { value, freshUntil: startOfDay(tomorrow) }
  })
}

async function findCurrent(ctx: Ctx, today: CalendarDate): Promise<CurrentRate | null> {
  const settings = await readSettings(ctx.db.read)
  if (settings.referencia === 'fija') {
    if (settings.fija === null || settings.fija_en === null) return null
    return {
      tasa: settings.fija,
      referencia: 'fija',
      fecha_valor: dayInCaracas(settings.fija_en),
      fuente: 'operador',
      obtenida_en: settings.fija_en,
      // It holds until the operator changes it, so it has no age.
      vigente: true,
    }
  }
  const rate = await findRateInUse(ctx.db.read, settings.referencia, today)
  if (!rate) return null
  const { id: _, ...known } = rate
  return { ...known, vigente: known.fecha_valor >= addDays(today, -CURRENT_DAYS) }
}

/** State of the rate for the operator: the one in force, the others, and why a reading was refused. */
export async function readStatus(ctx: Ctx): Promise<RateStatus> {
  const [actual, settings, fuente] = await Promise.all([
    rateInForce(ctx),
    readSettings(ctx.db.read),
    readSetting(ctx, 'tasa'),
  ])
  const today = dayInCaracas(ctx.clock.now())
  const opciones = await Promise.all(
    rateReference.options.map(async (referencia) => {
      if (referencia === 'fija') {
        const since = settings.fija_en === null ? null : dayInCaracas(settings.fija_en)
        return { referencia, tasa: settings.fija, fecha_valor: since }
      }
      const { tasa = null, fecha_valor = null } = (await findRateOf(ctx.db.read, referencia, today)) ?? {}
      return { referencia, tasa, fecha_valor }
    }),
  )
  return {
    actual,
    referencia: settings.referencia,
    de_antes: await earlierRate(ctx, ctx.db.read, settings),
    aviso: settings.aviso,
    aviso_en: settings.aviso_en === null ? null : new Date(settings.aviso_en).toISOString(),
    fuente_activa: fuente !== null,
    opciones,
  }
}
