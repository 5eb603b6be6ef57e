import { z } from 'zod'
import { METHOD_KINDS } from './methods.ts'

export const methodKind = z.enum(METHOD_KINDS)

/** The two pages that sell: A is /rifa, B is /rifa1. */
export const salesPage = z.enum(['A', 'B'])
export type SalesPage = z.infer<typeof salesPage>

/** One entry of GET /api/rifas/metodo-pago. The seed reads banco, cedula and telefono of the entry with id 1. */
export const paymentMethod = z.object({
  id: z.number().int(),
  tipo: methodKind,
  titulo: z.string(),
  banco: z.string(),
  numeroCuenta: z.string(),
  cedula: z.string(),
  telefono: z.string(),
  email: z.string(),
  /** Beneficiary. */
  nombre: z.string(),
  instrucciones: z.string(),
  /** What the visitor pays in: Bs, dollars, or COP at a fixed price per ticket. */
  moneda: z.enum(['VES', 'USD', 'COP']),
  /** Only for COP: price of one ticket, decimal text. */
  precio_por_boleto: z.string().nullable(),
  /** Pages that offer it; empty means disabled. */
  paginas: z.array(salesPage),
})
export type PaymentMethod = z.infer<typeof paymentMethod>

/** What an operator may change of a method. */
export const methodChanges = z.strictObject(paymentMethod.omit({ id: true, tipo: true }).partial().shape)
export type MethodChanges = z.infer<typeof methodChanges>
