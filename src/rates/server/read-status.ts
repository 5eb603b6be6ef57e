import type { Ctx } from '#platform/server/context.ts'
import type { RateStatus } from '../contract.ts'
import { rateInForce } from './current-rate.ts'
import { readSettings } from './store.ts'

/** What the operator should know of the rate: the one in force, and why a reading was refused. */
export async function readStatus(ctx: Ctx): Promise<RateStatus> {
  const [actual, settings] = await Promise.all([rateInForce(ctx), readSettings(ctx.db.read)])
  return {
    actual,
    referencia: settings.referencia,
    fija: settings.fija,
    aviso: settings.aviso,
    aviso_en: settings.aviso_en === null ? null : new Date(settings.aviso_en).toISOString(),
    fuente_activa: ctx.config.rateSourceUrl !== null,
  }
}
