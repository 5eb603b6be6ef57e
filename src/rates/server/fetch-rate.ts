import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { OutsideError, type OutsideReason, readOutside } from '#platform/server/http/read-outside.ts'
import type { Job } from '#platform/server/jobs/start-jobs.ts'
import { readSetting } from '#platform/server/settings/settings.ts'
import type { PublishedReference } from '../contract.ts'
import { parseReading, RateRefusal } from './parse-reading.ts'
import { recordRate } from './record-rate.ts'
import { changeSettings, readSettings } from './store.ts'

const SOURCES: readonly { reference: PublishedReference; path: string; currency: 'EUR' | 'USD' }[] = [
  { reference: 'bcv_euro', path: '/v1/euros/oficial', currency: 'EUR' },
  { reference: 'bcv_dolar', path: '/v1/dolares/oficial', currency: 'USD' },
]

/**
 * Fetches both rates of BCV from the configured source and keeps the credible ones. After a bad answer or none, the last good rate stays;
 * the reason is kept for the panel until a credible reading. Without a source nothing is requested.
 * @param patience milliseconds for one answer, its body too.
 */
export async function fetchRates(ctx: Ctx, options: { patience?: number; stop?: AbortSignal } = {}): Promise<void> {
  const base = (await readSetting(ctx, 'tasa'))?.fuente
  if (base === undefined) return
  const refusals = new Set<string>()
  for (const { reference, path, currency } of SOURCES) {
    const patience = AbortSignal.timeout(options.patience ?? 5_000)
    try {
      const stop = options.stop ? AbortSignal.any([options.stop, patience]) : patience
      const text = await readSource(ctx.fetch, base, path, stop)
      if (await recordRate(ctx, reference, parseReading(text, currency), new URL(base).hostname)) {
        ctx.log.info({ code: reference }, 'rate received')
      }
    } catch (error) {
      if (options.stop?.aborted) return
      if (!(error instanceof RateRefusal)) throw error
      ctx.log.warn({ code: error.code }, 'rate refused')
      refusals.add(error.message)
    }
  }
  await keepWarning(ctx, refusals)
}

/**
 * Tries a source: it has to answer both rates as `fetchRates` reads them.
 * @throws AppError 422 FUENTE_NO_SIRVE
 */
export async function proveSource(ctx: Pick<Ctx, 'fetch'>, base: string, patience = 5_000): Promise<void> {
  for (const { path, currency } of SOURCES) {
    try {
      parseReading(await readSource(ctx.fetch, base, path, AbortSignal.timeout(patience)), currency)
    } catch (error) {
      if (!(error instanceof RateRefusal)) throw error
      throw refusal('FUENTE_NO_SIRVE', { details: error.message, campos: { fuente: error.message } })
    }
  }
}

/** @param refusals why each was refused; both for one reason are one warning. */
async function keepWarning(ctx: Ctx, refusals: ReadonlySet<string>): Promise<void> {
  const aviso = [...refusals].join(' ')
  if ((await readSettings(ctx.db.read)).aviso === aviso) return
  const aviso_en = aviso === '' ? null : ctx.clock.now()
  await ctx.db.write('tasa', (tx) => changeSettings(tx, { aviso, aviso_en }))
}

/** Operator's text for a source that was not believed. */
const REFUSALS: Record<Exclude<OutsideReason, 'estado'>, ConstructorParameters<typeof RateRefusal>> = {
  insegura: ['TASA_INSEGURA', 'La dirección de la fuente debe empezar por https:// y no llevar clave.'],
  'sin respuesta': ['TASA_SIN_RESPUESTA', 'La fuente de la tasa no respondió.'],
  redirigida: ['TASA_REDIRIGIDA', 'La fuente de la tasa nos mandó a otra dirección y no la seguimos.'],
  tipo: ['TASA_TIPO', 'La fuente de la tasa no respondió con datos (JSON).'],
  'muy grande': ['TASA_MUY_GRANDE', 'La respuesta de la fuente de la tasa es demasiado grande.'],
  ilegible: ['TASA_ILEGIBLE', 'La respuesta de la fuente de la tasa no se puede leer.'],
}

/**
 * The source's answer at that path. Only the configured host is called (read-outside.ts).
 * @param stop ends the reading, when time is up too.
 * @throws RateRefusal
 */
async function readSource(
  fetch: typeof globalThis.fetch,
  base: string,
  path: string,
  stop: AbortSignal,
): Promise<string> {
  try {
    const url = new URL(`${base.replace(/\/+$/, '')}${path}`)
    return await readOutside(fetch, url, { types: ['application/json'], stop })
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (error.reason !== 'estado') throw new RateRefusal(...REFUSALS[error.reason])
    throw new RateRefusal('TASA_ESTADO', `La fuente de la tasa respondió con el error ${error.status}.`)
  }
}

const EVERY = 30 * 60_000
/** So that installations do not call a free public source all in the same second. */
const SPREAD = 5 * 60_000

/** Fetches the rates about every half hour, and when another source is set. Without a source nothing is requested. */
export function ratesJob(ctx: Ctx): Job {
  return {
    nombre: 'pedir la tasa',
    every: EVERY + ctx.random.below(SPREAD),
    on: ({ tables }) => tables.has('settings'),
    does: (stop) => fetchRates(ctx, { stop }),
  }
}
