import { z } from 'zod'

const currency = z.enum(['VES', 'USD', 'COP'])
/** Decimal text with two places, never negative. */
const sum = z.string()

/**
 * Sales and their money, in one currency. Always `confirmado + por_verificar = vendido` and
 * `recibido + debe + de_menos = vendido + de_mas + devolver`.
 */
export const figures = z.object({
  /** Confirmed and in review together. */
  vendido: sum,
  confirmado: sum,
  por_verificar: sum,
  /** Money above the amount due that was accepted as the purchase's, and below it: the rate of the day of the payment, rounded céntimos. */
  de_mas: sum,
  de_menos: sum,
  /** Money that came in and is joined to its purchases, the rest of that money, and cash of confirmed ones. */
  recibido: sum,
  /** Part of `vendido` that is not covered by joined money. */
  debe: sum,
  /** Money above the amount due, joined or left over, and all money of rejected or annulled purchases. */
  devolver: sum,
  /** Outside of these sums: joined money that the bank took back, which is not in `recibido`. */
  revertido: sum,
  /** Outside of these sums: commissions on that money, where the bank's line has the same reference. */
  comisiones: sum,
})
export type Figures = z.infer<typeof figures>
export const FIGURES = figures.keyof().options

const counts = {
  /** Purchases by their outcome. */
  confirmadas: z.number().int(),
  en_revision: z.number().int(),
  caidas: z.number().int(),
  /** Tickets of those that are sold. */
  boletos: z.number().int(),
}

const bookRow = z.object({
  /** Null where nobody named one: cash, or a client without methods. */
  metodo_id: z.number().int().nullable(),
  titulo: z.string(),
  /** In which it is paid. */
  moneda: currency,
  ...counts,
  propia: figures,
  /** The same at the rate that each purchase was quoted with; without those that had none, which `sin_tasa` counts. */
  ves: figures,
  usd: figures,
  sin_tasa: z.number().int(),
  /** How many sold ones owe an unknown amount: the money that came for them counts as the amount. */
  sin_monto: z.number().int(),
})
export type BookRow = z.infer<typeof bookRow>

const bookAccount = z.object({
  metodo_id: z.number().int(),
  titulo: z.string(),
  moneda: currency,
  /** Always `unido + sobra + sin_reporte + devuelto + ignorado + revertido = entro`. */
  entro: sum,
  unido: sum,
  /** The rest of money that pays purchases: `devolver` of the first of them. */
  sobra: sum,
  sin_reporte: sum,
  devuelto: sum,
  ignorado: sum,
  /** Money that came in and the bank took back; its debit is in `otras_salidas` too. */
  revertido: sum,
  /** Money that left as a commission, or with the reference of money that came in. */
  comisiones: sum,
  otras_salidas: sum,
  /** In none of the others: rows that may be repetitions, until a person says that they are none. */
  repetido: sum,
  salidas_repetidas: sum,
})
export type BookAccount = z.infer<typeof bookAccount>

/** GET /api/panel/conciliacion/libros/{id}: the closing report of a raffle, as it is now. */
export const books = z.object({
  rifa: z.object({ id: z.number().int(), titulo: z.string(), estado: z.string(), moneda: z.enum(['USD', 'VES']) }),
  /** ISO instant. */
  hecho_en: z.string(),
  metodos: z.array(bookRow),
  total: z.object({ ...counts, ves: figures, usd: figures }),
  /** Its accounts, with all that came into them, also for other raffles. */
  cuentas: z.array(bookAccount),
})
export type Books = z.infer<typeof books>
