import { z } from 'zod'
import { methodKind } from '#payment-methods/contract.ts'
import { typedText } from '#platform/typed-text.ts'
import { wholeNumber } from '#platform/whole-number.ts'
import { askedFor, purchaseState } from '#purchases/contract.ts'
import { purchaseCore, purchaseDetail } from '#purchases/panel-contract.ts'
import { REASON_LENGTH } from './reasons.ts'

/** One automatic check of a report, worst first. */
export const check = z.object({
  /** Subject of the check. */
  sobre: z.enum([
    'referencia',
    'comprobante',
    'monto',
    'persona',
    'fecha',
    'plazo',
    'metodo',
    'boletos',
    'bloqueo',
    'pagador',
    'banco',
  ]),
  nivel: z.enum(['bien', 'aviso', 'grave']),
  titulo: z.string(),
  detalle: z.string(),
  /** Other purchases that it speaks of. */
  compras: z.array(z.object({ id: z.number().int(), codigo: z.string(), estado: purchaseState })),
})
export type Check = z.infer<typeof check>

/** The person who has a payment open right now. */
export const reviewClaim = z.object({
  nombre: z.string(),
  /** Whether it is the caller. */
  mia: z.boolean(),
})
export type ReviewClaim = z.infer<typeof reviewClaim>

/** A line of the queue. */
export const reviewItem = purchaseCore.extend({
  /** ISO instant of the report, or of its last correction. */
  en_revision_desde: z.string(),
  /** There are no tickets for it yet: approving takes some if there are, else is refused. */
  en_espera: z.boolean(),
  /** Worst of its checks. */
  nivel: z.enum(['bien', 'aviso', 'grave']),
  /** Its account was read after it was reported, and nobody has seen its money for sure. */
  sin_ver: z.boolean(),
  /** The decision that it has seen last: a bulk decision names it. */
  version: z.number().int(),
  /** Null when nobody looks at it. */
  revisa: reviewClaim.nullable(),
})
export type ReviewItem = z.infer<typeof reviewItem>

/** GET /api/panel/revision?despues={cursor}&rifa={id}&metodo={kind} */
export const reviewQueue = z.object({
  compras: z.array(reviewItem),
  /** Purchases in review that the filters let through. */
  total: z.number().int(),
  /** How many of those wait longer than `LATE_AFTER`. */
  tarde: z.number().int(),
  /** Their sum due, by currency, decimal text. */
  sumas: z.array(z.object({ moneda: z.enum(['VES', 'USD', 'COP']), monto: z.string() })),
  /** Raffles and methods of all purchases in review, to filter by. */
  rifas: z.array(z.object({ id: z.number().int(), titulo: z.string(), cuantas: z.number().int() })),
  metodos: z.array(z.object({ metodo: methodKind.nullable(), cuantas: z.number().int() })),
  /** Cursor of the next page, or null. */
  siguiente: z.string().nullable(),
})
export type ReviewQueue = z.infer<typeof reviewQueue>

const shownProof = z.object({
  nombre: z.string(),
  tipo: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  bytes: z.number().int(),
  /** Re-encoded picture for the desk, of a PDF its first page; null when it could not be drawn, and is only downloaded. */
  vista: z.string().nullable(),
  /** Here a drawing that failed for time or memory may be requested once more. */
  otra_vez: z.string().nullable(),
  /** The original, always as a download. */
  original: z.string(),
})
export type ShownProof = z.infer<typeof shownProof>

/** GET /api/panel/compras/{id} */
export const reviewedPurchase = purchaseDetail.extend({
  ...reviewItem.shape,
  /** Null when an operator sold it without one. */
  comprobante: shownProof.nullable(),
  comprobaciones: z.array(check),
  /** The raffle has been drawn: nothing of it is decided, undone or annulled any more. */
  numeros_fijos: z.boolean(),
  /** Its raffle still sells: annulled tickets go back on sale. */
  en_venta: z.boolean(),
  /** How long the tickets of a rejected purchase wait for a correction; 0 when they go back on sale. */
  gracia_segundos: z.number().int(),
  /** ISO instant until which the last decision can be undone; null when it cannot. */
  deshacible_hasta: z.string().nullable(),
})
export type ReviewedPurchase = z.infer<typeof reviewedPurchase>

const reason = typedText('Escribe el motivo: el comprador lo va a leer.')
  .trim()
  .min(REASON_LENGTH.least, 'Escribe el motivo: el comprador lo va a leer.')
  .max(REASON_LENGTH.most, `El motivo admite ${REASON_LENGTH.most} caracteres.`)
/** POST /api/panel/compras/{id}/aprobar. Against a grave check the journal keeps why; nobody else reads it. */
export const approval = z.strictObject({
  version: wholeNumber,
  motivo: reason.optional(),
  /** The money shown as its own: if no rule says so any more, nothing is approved. Without it, money found by a rule is joined. */
  movimiento_id: wholeNumber.optional(),
})
/** POST /api/panel/compras/{id}/anular: the buyer reads the reason. */
export const refusal = z.strictObject({ version: wholeNumber, motivo: reason })
/** POST /api/panel/compras/{id}/rechazar: with `pide` the mail asks for a correction instead of refusing the payment. */
export const rejection = refusal.extend({ pide: askedFor.optional() })
/** POST /api/panel/compras/{id}/falso, without a reason or a way to correct it, and POST /api/panel/compras/{id}/deshacer */
export const versioned = z.strictObject({ version: wholeNumber })

/** POST /api/panel/compras/{id}/tomar. `forzar`: take it from its reviewer (owners). */
export const claiming = z.strictObject({ forzar: z.boolean().default(false) })

const decided = z.strictObject({ id: wholeNumber, version: wholeNumber })
/** A repeated one is decided once, at its first place and with its first version, and answered once. */
function eachOnce(compras: z.infer<typeof decided>[]) {
  return compras.filter(({ id }, place) => compras.findIndex((other) => other.id === id) === place)
}

/** POST /api/panel/revision/lote: one decision over several payments, or undoing such decisions. */
export const bulkDecision = z.strictObject({
  decision: z.enum(['aprobar', 'rechazar', 'deshacer']),
  compras: z
    .array(decided)
    .min(1, 'Elige al menos un pago.')
    .max(50, 'Elige 50 pagos como máximo.')
    .transform(eachOnce),
  /** Needed to reject. */
  motivo: reason.optional(),
})
export type BulkDecision = z.infer<typeof bulkDecision>

/** One payment of a bulk decision: done, or why not. */
export const bulkResult = z.object({
  id: z.number().int(),
  hecha: z.boolean(),
  code: z.string(),
  error: z.string(),
  details: z.string(),
  /** ISO instant until which it can be undone, at the version after the one that was sent; null when it cannot. */
  deshacible_hasta: z.string().nullable(),
})
export const bulkAnswer = z.object({ resultados: z.array(bulkResult) })
export type BulkAnswer = z.infer<typeof bulkAnswer>

/** GET and PUT /api/panel/motivos */
export const reasons = z.strictObject({
  motivos: z
    .array(reason)
    .min(1, 'Deja al menos un motivo.')
    .max(12, 'Caben 12 motivos.')
    .refine((all) => new Set(all).size === all.length, 'Hay dos motivos iguales.'),
})
export type Reasons = z.infer<typeof reasons>

/** Traits that reports may share: the connection, the file, the picture, the payer, the minutes. */
export const trait = z.enum(['direccion', 'comprobante', 'imagen', 'datos', 'momento'])
export type Trait = z.infer<typeof trait>

/** GET /api/panel/compras/{id}/parecidos: reports in review, itself among them, that share something with it. */
export const alikeGroups = z.object({
  grupos: z.array(
    z.object({
      por: trait,
      cuantas: z.number().int(),
      boletos: z.number().int(),
    }),
  ),
})
export type AlikeGroups = z.infer<typeof alikeGroups>

export const alikeItem = purchaseCore.extend({
  ...reviewItem.pick({ en_espera: true, version: true }).shape,
  rifa_titulo: z.string(),
  /** ISO instant of the report. */
  creado_en: z.string(),
  referencia: z.string(),
  /** The buyer bought before, with the same cédula and the same mail: most likely no fake. */
  conocido: z.boolean(),
  /** Another reviewer has it open. */
  revisa: z.string().nullable(),
})
export type AlikeItem = z.infer<typeof alikeItem>

/** GET /api/panel/compras/{id}/parecidos/{por}?despues={cursor}: those of one group, by age. */
export const alikePage = z.object({ compras: z.array(alikeItem), siguiente: z.number().int().nullable() })
export type AlikePage = z.infer<typeof alikePage>

/** POST /api/panel/revision/falsas: as many requests as it takes; for a repeated one the answer is that it is done. */
export const fakeBatch = z.strictObject({
  compras: z
    .array(decided)
    .min(1, 'Elige al menos un pago.')
    .max(500, 'Envía 500 pagos como máximo.')
    .transform(eachOnce),
})
export type FakeBatch = z.infer<typeof fakeBatch>
