import { z } from 'zod'
import { methodKind } from '#payment-methods/contract.ts'
import { type CalendarDate, parseDay } from '#platform/clock.ts'
import { purchaseState } from './contract.ts'
import { SEARCH_LENGTH } from './search-text.ts'

const day = z
  .string()
  .refine((text) => parseDay(text) !== null, 'Escribe un día del calendario.')
  .transform((text) => text as CalendarDate)

/** PostgreSQL keeps no text with a NUL, and nothing that is searched for has a control character. */
const typed = z
  .string()
  .max(SEARCH_LENGTH, `${SEARCH_LENGTH} caracteres como máximo.`)
  .regex(/^\P{Cc}*$/u)

/** What purchases are filtered by; every one that is given must hold. Lists and exports read the same. */
export const purchaseFilter = z.object({
  /** Name, cédula, phone, mail, reference, ticket number or code, as it was typed. */
  buscar: typed.optional(),
  rifa: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  estado: purchaseState.optional(),
  /** `ninguno` is a purchase that names none. */
  metodo: methodKind.or(z.literal('ninguno')).optional(),
  /** Days in Caracas on which it was reported, both included. */
  desde: day.optional(),
  hasta: day.optional(),
  /** `no` are those whose rate was not verified. */
  tasa: z.literal('no').optional(),
  /** `mano` are those that an operator sold. */
  venta: z.literal('mano').optional(),
})
export type PurchaseFilter = z.output<typeof purchaseFilter>

/** GET /api/panel/compras */
export const purchasesQuery = purchaseFilter.extend({
  /** `siguiente` of the page before. */
  despues: z
    .string()
    .regex(/^\d{1,16}-\d{1,16}$/)
    .optional(),
})

/** A line of the list. */
export const purchaseLine = z.object({
  id: z.number().int(),
  codigo: z.string(),
  nombre: z.string(),
  cedula: z.string(),
  rifa_id: z.number().int(),
  rifa_titulo: z.string(),
  estado: purchaseState,
  cantidad_tickets: z.number().int(),
  total: z.string(),
  moneda: z.enum(['USD', 'VES']),
  /** What was to be paid in the method's currency; null when no rate was known. */
  monto: z.string().nullable(),
  monto_moneda: z.enum(['VES', 'USD', 'COP']),
  metodo_pago: methodKind.nullable(),
  referencia: z.string(),
  tasa_verificada: z.boolean(),
  /** Name of the operator who sold it by hand, or empty. */
  vendida_por: z.string(),
  /** ISO instant of the report. */
  creado_en: z.string(),
})
export type PurchaseLine = z.infer<typeof purchaseLine>

/** Newest first. */
export const purchasesPage = z.object({
  compras: z.array(purchaseLine),
  /** How many fit and what they come to; null while a text is searched for, which nobody has counted. */
  cuenta: z
    .object({
      cuantas: z.number().int(),
      sumas: z.array(z.object({ moneda: z.enum(['USD', 'VES']), monto: z.string() })),
    })
    .nullable(),
  /** Cursor of the next page; a page may be short, or empty, and not the last. */
  siguiente: z.string().nullable(),
})
export type PurchasesPage = z.infer<typeof purchasesPage>
