import { z } from 'zod'
import type { CalendarDate } from '#platform/clock.ts'
import type { Rate } from '#platform/money.ts'

/** What the number is: BCV's euro or dollar, or one that the operator fixed. */
export const rateReference = z.enum(['bcv_euro', 'bcv_dolar', 'fija'])
export type RateReference = z.infer<typeof rateReference>
/** Those that BCV publishes. */
export type PublishedReference = Exclude<RateReference, 'fija'>

/** GET /api/rifas/tasa-bcv. `euro` is the seed's field: the multiplier converting totals to Bs. `tasa` is the same as exact text. */
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

/** The rate in force, inside the server. */
export interface CurrentRate {
  tasa: Rate
  referencia: RateReference
  fecha_valor: CalendarDate
  fuente: string
  obtenida_en: number
  vigente: boolean
}

/** How the page names each reference. */
export const RATE_NAMES: Record<RateReference, string> = {
  bcv_euro: 'Tasa BCV euro',
  bcv_dolar: 'Tasa BCV dólar',
  fija: 'Tasa del día',
}
