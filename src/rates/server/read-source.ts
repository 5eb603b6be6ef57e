import { OutsideError, type OutsideReason, readOutside } from '#platform/server/http/read-outside.ts'
import { RateRefusal } from './refusal.ts'

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
export async function readSource(
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
