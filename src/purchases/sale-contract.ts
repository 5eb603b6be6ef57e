import { z } from 'zod'
import { methodKind, paymentMethod } from '#payment-methods/contract.ts'
import { purchaseForm, purchaseState } from './contract.ts'

/** GET /api/panel/compras/nueva: what an operator can sell by hand now, and how it can have been paid. */
export const saleChoices = z.object({
  rifas: z.array(
    z.object({
      id: z.number().int(),
      titulo: z.string(),
      precio: z.string(),
      moneda: z.enum(['USD', 'VES']),
      seleccion: z.enum(['automatica', 'manual', 'ambas']),
      minimo: z.number().int(),
      maximo: z.number().int(),
      libres: z.number().int(),
      total_numeros: z.number().int(),
      /** Bs per dollar that it is quoted with; null when none is known. */
      tasa: z.string().nullable(),
    }),
  ),
  /** Those that a page offers; cash is none of them. */
  metodos: z.array(paymentMethod.pick({ tipo: true, titulo: true, moneda: true, precio_por_boleto: true })),
})
export type SaleChoices = z.infer<typeof saleChoices>
export type SoldRaffle = SaleChoices['rifas'][number]

/**
 * POST /api/panel/compras/nueva, multipart, with an Idempotency-Key that the form made when it opened. As the form of the
 * shop, but without `metodo_pago` it is cash, and then `referencia` may be empty; `correo` and `comprobante` may be missing.
 */
export const saleForm = purchaseForm.extend({
  /** In what cash was taken; without it, in bolívares. */
  moneda_efectivo: z.enum(['', 'USD', 'VES']).optional(),
  /** `1`: the money is there, the numbers are given at once. */
  confirmar: z.string().optional(),
})

export const soldByHand = z.object({
  id: z.number().int(),
  codigo: z.string(),
  estado: purchaseState,
  nombre: z.string(),
  telefono: z.string(),
  correo: z.string(),
  rifa_titulo: z.string(),
  cantidad_tickets: z.number().int(),
  /** What was to be paid, decimal text; null when no rate was known. */
  monto: z.string().nullable(),
  monto_moneda: z.enum(['VES', 'USD', 'COP']),
  metodo_pago: methodKind.nullable(),
  /** His, once confirmed; picked ones before, too. */
  numeros: z.array(z.string()),
})
export type SoldByHand = z.infer<typeof soldByHand>
