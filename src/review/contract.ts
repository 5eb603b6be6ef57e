import { z } from 'zod'
import { methodKind } from '#payment-methods/contract.ts'
import { purchaseState } from '#purchases/contract.ts'

/** One automatic check of a report, worst first. */
export const check = z.object({
  nivel: z.enum(['bien', 'aviso', 'grave']),
  titulo: z.string(),
  detalle: z.string(),
  /** Other purchases that it speaks of. */
  compras: z.array(z.object({ id: z.number().int(), codigo: z.string(), estado: purchaseState })),
})
export type Check = z.infer<typeof check>

/** A line of the queue. */
export const reviewItem = z.object({
  id: z.number().int(),
  codigo: z.string(),
  nombre: z.string(),
  metodo_pago: methodKind.nullable(),
  cantidad_tickets: z.number().int(),
  total: z.string(),
  moneda: z.enum(['USD', 'VES']),
  monto: z.string().nullable(),
  monto_moneda: z.enum(['VES', 'USD', 'COP']),
  rifa_id: z.number().int(),
  /** ISO instant of the report, or of its last correction. */
  en_revision_desde: z.string(),
  /** Worst of its checks. */
  nivel: z.enum(['bien', 'aviso', 'grave']),
})
export type ReviewItem = z.infer<typeof reviewItem>

/** GET /api/panel/revision?despues={cursor} */
export const reviewQueue = z.object({
  compras: z.array(reviewItem),
  /** Purchases in review, all of them. */
  total: z.number().int(),
  /** Cursor of the next page, or null. */
  siguiente: z.string().nullable(),
})
export type ReviewQueue = z.infer<typeof reviewQueue>

export const historyEntry = z.object({
  en: z.string(),
  /** Who: an operator's name, `comprador`, or `consola`. */
  actor: z.string(),
  accion: z.string(),
  datos: z.record(z.string(), z.unknown()),
})

/** GET /api/panel/compras/{id} */
export const reviewedPurchase = reviewItem.extend({
  /** Changes with every decision; a decision names the one that it saw. */
  version: z.number().int(),
  estado: purchaseState,
  rifa_titulo: z.string(),
  cedula: z.string(),
  telefono: z.string(),
  correo: z.string(),
  referencia: z.string(),
  /** Day of the payment. */
  fecha: z.string(),
  seleccion: z.enum(['automatica', 'manual']),
  numeros: z.array(z.string()),
  precio: z.string(),
  total_bs: z.string().nullable(),
  total_usd: z.string().nullable(),
  tasa: z.string().nullable(),
  tasa_nombre: z.string(),
  tasa_fecha: z.string(),
  tasa_verificada: z.boolean(),
  motivo: z.string(),
  comprobante: z.object({
    nombre: z.string(),
    tipo: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
    bytes: z.number().int(),
    /** Re-encoded picture for the desk; null for a PDF, which is only downloaded. */
    vista: z.string().nullable(),
    /** The original, always as a download. */
    original: z.string(),
  }),
  comprobaciones: z.array(check),
  historia: z.array(historyEntry),
  /** ISO instant until which the last decision can be undone; null when it cannot. */
  deshacible_hasta: z.string().nullable(),
})
export type ReviewedPurchase = z.infer<typeof reviewedPurchase>

/** POST /api/panel/compras/{id}/aprobar */
export const approval = z.strictObject({ version: z.number().int() })
/** POST /api/panel/compras/{id}/rechazar and /anular: the buyer reads the reason. */
export const refusal = z.strictObject({
  version: z.number().int(),
  motivo: z
    .string()
    .trim()
    .min(5, 'Escribe el motivo: el comprador lo va a leer.')
    .max(500, 'El motivo admite 500 caracteres.'),
})
/** POST /api/panel/compras/{id}/deshacer */
export const undoing = z.strictObject({ version: z.number().int() })

/** Reasons offered to the operator; he can write his own. */
export const CANNED_REASONS = [
  'El pago no aparece en la cuenta.',
  'El monto no es el exacto.',
  'La referencia no coincide con el comprobante.',
  'El comprobante no se puede leer.',
  'El pago ya fue usado en otra compra.',
] as const
