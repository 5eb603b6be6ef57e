import type { CalendarDate } from '#platform/clock.ts'
import { parseRate, type Rate } from '#platform/money.ts'
import { valueDay } from '../business-day.ts'

export interface Reading {
  tasa: Rate
  fecha_valor: CalendarDate
}

/** A number as it was written: money never passes through binary floating point. */
class Written {
  readonly digits: string

  constructor(digits: string) {
    this.digits = digits
  }
}

type ExactReviver = (key: string, value: unknown, context: { source?: string }) => unknown
const keepDigits: ExactReviver = (_key, value, context) =>
  typeof value === 'number' ? new Written(context.source ?? '') : value

/**
 * Reads DolarApi's form, `{"moneda":"EUR","promedio":671.4235,"fechaActualizacion":"2026-06-12T00:00:00-04:00",…}`:
 * `promedio` must be a JSON number, positive, without exponent, at most eight places.
 * @throws RateRefusal
 */
export function parseReading(text: string, currency: 'EUR' | 'USD'): Reading {
  const fields = readObject(text)
  if ('moneda' in fields && fields.moneda !== currency) {
    throw new RateRefusal('TASA_OTRA_MONEDA', 'La fuente de la tasa respondió por otra moneda.')
  }
  const { promedio, fechaActualizacion } = fields
  const tasa = promedio instanceof Written ? parseRate(promedio.digits) : null
  if (tasa === null)
    throw new RateRefusal('TASA_ILEGIBLE', 'La tasa que dio la fuente no es un número que se pueda usar.')
  const fecha_valor = typeof fechaActualizacion === 'string' ? valueDay(fechaActualizacion) : null
  if (fecha_valor === null)
    throw new RateRefusal('TASA_SIN_FECHA', 'La tasa que dio la fuente no tiene una fecha válida.')
  return { tasa, fecha_valor }
}

function readObject(text: string): Partial<Record<'moneda' | 'promedio' | 'fechaActualizacion', unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown)
  } catch {
    throw new RateRefusal('TASA_ILEGIBLE', 'La respuesta de la fuente de la tasa no se puede leer.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RateRefusal('TASA_ILEGIBLE', 'La respuesta de la fuente de la tasa no tiene la forma esperada.')
  }
  return { ...value }
}

/** A reading that is not believed. Its message is for the operator. */
export class RateRefusal extends Error {
  /** Stable, for the log. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'RateRefusal'
    this.code = code
  }
}
