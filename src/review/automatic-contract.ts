import { z } from 'zod'
import { parseMoney } from '#platform/money.ts'
import { wholeNumber } from '#platform/whole-number.ts'

/** What a raffle lets the bank's word confirm without a person. */
const limits = {
  activa: z.boolean(),
  /** Payments of a day in Caracas. */
  tope_cantidad: z
    .number()
    .int()
    .min(1, 'Escribe cuántos pagos, desde 1.')
    .max(10_000, '10.000 pagos al día como máximo.'),
  /** What they add up to, in the raffle's currency, decimal text. */
  tope_suma: z
    .string()
    .max(16)
    .transform((text, context) => {
      const money = parseMoney(text)
      if (money !== null && money !== '0.00') return money
      context.addIssue({ code: 'custom', message: 'Escribe un monto, como 500.00.' })
      return z.NEVER
    }),
}

/** PUT /api/panel/rifas/{id}/confirmacion-automatica */
export const automaticChange = z.strictObject({ ...limits, version: wholeNumber })
export type AutomaticChange = z.output<typeof automaticChange>

/** GET /api/panel/rifas/{id}/confirmacion-automatica */
export const automaticSetting = z.object({
  activa: z.boolean(),
  tope_cantidad: z.number().int(),
  tope_suma: z.string(),
  moneda: z.enum(['USD', 'VES']),
  /** Grows with every change; 0 before the first. */
  version: z.number().int(),
  /** What was confirmed so today, decimal text. */
  hoy: z.object({ cantidad: z.number().int(), suma: z.string() }),
})
export type AutomaticSetting = z.infer<typeof automaticSetting>
