import { z } from 'zod'
import { day } from '#journal/contract.ts'
import { paymentMethod } from '#payment-methods/contract.ts'
import { addDays } from '#platform/clock.ts'
import { purchaseForm } from './contract.ts'
import { purchaseCore, purchaseDetail, purchaseLine, purchasesPage } from './panel-contract.ts'

/** GET /api/panel/compras/nueva: raffles that an operator can sell by hand now, and methods of payment. */
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
  /** Currency of the cash; without it, bolívares. */
  moneda_efectivo: z.enum(['', 'USD', 'VES']).optional(),
  /** `1`: the money is there, the numbers are given immediately. */
  confirmar: z.string().optional(),
})

/** A sale as its receipt shows it. */
export const soldByHand = purchaseCore.extend(
  purchaseDetail.pick({ estado: true, telefono: true, correo: true, rifa_titulo: true, numeros: true }).shape,
)
export type SoldByHand = z.infer<typeof soldByHand>

/** A seller's takings of a day, or debt to the house: cash by its currency, decimal text. */
const taken = z.array(z.object({ moneda: z.enum(['VES', 'USD', 'COP']), monto: z.string() }))

/** GET /api/panel/ventas?despues=: the caller's own sales by hand, newest first, fifty at a time. Without a method it was cash. */
export const ownSales = purchasesPage.pick({ siguiente: true }).extend({
  ventas: z.array(purchaseLine.omit({ cedula: true, referencia: true })),
  /** Confirmed ones of today in Caracas. */
  hoy: z.object({ ventas: z.number().int(), boletos: z.number().int(), efectivo: taken }),
})
export type OwnSales = z.infer<typeof ownSales>

/** GET /api/panel/compras/vendedores: days in Caracas, both included; thirty-one of them at most. */
export const sellersQuery = z
  .object({ desde: day, hasta: day })
  .refine(({ desde, hasta }) => desde <= hasta && hasta <= addDays(desde, MOST_DAYS - 1), 'Elige hasta 31 días.')
const MOST_DAYS = 31

/** Each person's sales by hand on each day, the newest day first, and the cash to hand over. */
export const sellersDays = z.object({
  dias: z.array(
    z.object({
      dia: z.string(),
      vendedor: z.object({ id: z.number().int(), nombre: z.string() }),
      /** Confirmed ones. */
      ventas: z.number().int(),
      boletos: z.number().int(),
      efectivo: taken,
      /** The person's sales that still wait for somebody's confirmation. */
      en_revision: z.number().int(),
    }),
  ),
})
export type SellersDay = z.infer<typeof sellersDays>['dias'][number]
