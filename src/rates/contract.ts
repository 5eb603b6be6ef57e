import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { typedText } from '#platform/typed-text.ts'

/** Kind of the number: BCV's euro or dollar, or one that the operator fixed. */
export const rateReference = z.enum(['bcv_euro', 'bcv_dolar', 'fija'])
export type RateReference = z.infer<typeof rateReference>
/** Those that BCV publishes. */
export type PublishedReference = Exclude<RateReference, 'fija'>

/** GET /api/rifas/tasa-bcv. `euro` is the specification's field: the multiplier converting totals to Bs. `tasa` is the same as exact text. */
export const rateAnswer = z.object({
  euro: z.number().positive(),
  tasa: z.string(),
  referencia: rateReference,
  /** Day for which it was published, in Caracas. */
  fecha_valor: z.string(),
  fuente: z.string(),
  /** ISO instant. */
  obtenida_en: z.string(),
  /** False when it is older than five days: shown with a warning, and purchases are marked. */
  vigente: z.boolean(),
})
export type RateAnswer = z.infer<typeof rateAnswer>

const plainRate = z
  .string('tasa: falta')
  .trim()
  .regex(/^\d{1,9}(\.\d{1,8})?$/, 'tasa: escríbela con punto y hasta 8 decimales, como 671.4235')

/** GET /api/panel/tasa */
export const rateStatus = z.object({
  /** Rate for visitors; null when no rate is known. */
  actual: rateAnswer.nullable(),
  referencia: rateReference,
  /** Why the last reading was refused, or empty. */
  aviso: z.string(),
  aviso_en: z.string().nullable(),
  /** False without RATE_SOURCE_URL: no source is asked. */
  fuente_activa: z.boolean(),
  /** The rate of an earlier day that today's may be near, to be typed without a code; null when it wants one. */
  de_antes: z.string().nullable(),
  /** Today's value of each choice; null if unknown. */
  opciones: z.array(
    z.object({ referencia: rateReference, tasa: z.string().nullable(), fecha_valor: z.string().nullable() }),
  ),
})
export type RateStatus = z.infer<typeof rateStatus>

/** How far today's rate may be from that of an earlier day, in percent, to be typed without a code. BCV has not moved more than 4 % in a day. */
export const DAY_MOVES = 5

/** POST /api/panel/tasa/hoy: the rate in use, as it is today. */
export const rateOfDay = z.strictObject({ tasa: plainRate })

/** Proof for a dangerous change of the rate; while none is known there is nothing to explain. */
const decided = {
  motivo: typedText('Escribe por qué.')
    .trim()
    .min(4, 'Escribe por qué, en pocas palabras.')
    .max(200, '200 caracteres como máximo.')
    .optional(),
  codigo: freshCode,
}

/** POST /api/panel/tasa: which rate is used; with `tasa`, the one that the operator fixes. */
export const rateChoice = z.discriminatedUnion('referencia', [
  z.strictObject({ referencia: z.enum(['bcv_euro', 'bcv_dolar']), ...decided }),
  z.strictObject({ referencia: z.literal('fija'), tasa: plainRate.optional(), ...decided }),
])

/** A rate of BCV that the source did not give, typed by the operator. */
export const publishedRate = z.strictObject({
  referencia: z.enum(['bcv_euro', 'bcv_dolar']),
  tasa: plainRate,
  fecha_valor: z.iso.date('fecha_valor: usa AAAA-MM-DD'),
})
export type PublishedRate = z.infer<typeof publishedRate>
/** POST /api/panel/tasa/publicada */
export const publishedRateEntry = publishedRate.extend(decided)
