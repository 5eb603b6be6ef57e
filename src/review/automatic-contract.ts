import { z } from 'zod'
import { freshCode } from '#operators/contract.ts'
import { parseMoney } from '#platform/money.ts'
import { wholeNumber } from '#platform/whole-number.ts'

/** Limits of automatic confirmation by the bank's data, without a person. */
const limits = {
  activa: z.boolean(),
  /** Payments of a day in Caracas. */
  tope_cantidad: z
    .number()
    .int()
    .min(1, 'Escribe cuántos pagos, desde 1.')
    .max(10_000, '10.000 pagos al día como máximo.'),
  /** Their sum, in the raffle's currency, decimal text. */
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

/** Checked by its form too. */
export const automaticLimits = z.object(limits)

/** PUT /api/panel/rifas/{id}/confirmacion-automatica; `codigo` where `widens` requires it. */
export const automaticChange = z.strictObject({ ...limits, version: wholeNumber, codigo: freshCode.optional() })
export type AutomaticChange = z.output<typeof automaticChange>

/** Whether more is confirmed without a person than before, which wants a fresh code of the second factor; less never does. */
export function widens(before: Limits, now: Limits): boolean {
  if (!now.activa) return false
  const more = now.tope_cantidad > before.tope_cantidad || Number(now.tope_suma) > Number(before.tope_suma)
  return more || !before.activa
}
type Limits = z.output<typeof automaticLimits>

/** GET /api/panel/rifas/{id}/confirmacion-automatica */
export const automaticSetting = z.object({
  activa: z.boolean(),
  tope_cantidad: z.number().int(),
  tope_suma: z.string(),
  moneda: z.enum(['USD', 'VES']),
  /** Grows with every change; 0 before the first. */
  version: z.number().int(),
  /** Today's automatic confirmations, decimal text. */
  hoy: z.object({ cantidad: z.number().int(), suma: z.string() }),
})
export type AutomaticSetting = z.infer<typeof automaticSetting>
