import { z } from 'zod'
import { type Calls, DECIDE, LOOK, OWNER } from '#access/calls.ts'
import { exactBatch, exactBatchAnswer } from '#money/contract.ts'
import { methodKind } from '#payment-methods/contract.ts'
import { pathId, wholeNumberText } from '#platform/whole-number.ts'
import { automaticChange, automaticSetting } from './automatic-contract.ts'
import {
  alikeGroups,
  alikePage,
  approval,
  bulkAnswer,
  bulkDecision,
  claiming,
  fakeBatch,
  reasons,
  refusal,
  rejection,
  reviewClaim,
  reviewedPurchase,
  reviewQueue,
  trait,
  versioned,
} from './contract.ts'

const one = {
  params: z.object({ id: pathId }),
  absent: 'Esa compra no existe',
  answers: { 200: reviewedPurchase },
} as const
const file = { ...one, answers: { 200: z.string() } } as const

/** Payments in review, their reviewers, and the help for a decision. */
export const REVIEW_CALLS = {
  'GET /api/panel/revision': {
    who: LOOK,
    summary: 'Pagos en revisión, del más viejo al más nuevo',
    query: z.object({
      despues: z.string().max(40).optional(),
      rifa: pathId.optional(),
      metodo: methodKind.optional(),
    }),
    answers: { 200: reviewQueue },
  },
  'GET /api/panel/compras/:id': { who: LOOK, ...one, summary: 'Una compra' },
  'GET /api/panel/compras/:id/comprobante': {
    who: LOOK,
    ...file,
    summary: 'El comprobante, codificado de nuevo',
    /** `v` makes the address of a corrected proof a new one. */
    query: z.object({ v: z.string().max(40).optional(), otra_vez: z.enum(['1']).optional() }),
  },
  'GET /api/panel/compras/:id/comprobante/original': {
    who: LOOK,
    ...file,
    summary: 'El comprobante como llegó, siempre como descarga',
  },
  'POST /api/panel/compras/:id/tomar': {
    who: DECIDE,
    ...one,
    summary: 'Reservarse un pago mientras se mira; 2 minutos, renovables',
    body: claiming.prefault({}),
    answers: { 200: reviewClaim },
  },
  'POST /api/panel/compras/:id/soltar': {
    who: DECIDE,
    ...one,
    summary: 'Dejar que otro mire el pago',
    answers: { 204: z.null() },
  },
  'POST /api/panel/revision/lote': {
    who: DECIDE,
    summary: 'Una decisión sobre varios pagos, uno por uno, o deshacerla',
    body: bulkDecision,
    answers: { 200: bulkAnswer },
  },
  'GET /api/panel/motivos': {
    who: LOOK,
    summary: 'Motivos de rechazo que se ofrecen',
    answers: { 200: reasons },
  },
  'PUT /api/panel/motivos': {
    who: OWNER,
    summary: 'Cambiar los motivos de rechazo',
    body: reasons,
    answers: { 200: reasons },
  },
} satisfies Calls

const decision = { who: DECIDE, ...one } as const

/** One decision each, which answers the purchase as it is then. */
export const DECISION_CALLS = {
  'POST /api/panel/compras/:id/aprobar': {
    ...decision,
    summary: 'Confirmar el pago: sortea los números y avisa',
    body: approval,
  },
  'POST /api/panel/compras/:id/rechazar': {
    ...decision,
    summary: 'Rechazar el pago con un motivo, o pedir una corrección',
    body: rejection,
  },
  'POST /api/panel/compras/:id/falso': {
    ...decision,
    summary: 'Rechazar como falso: sin gracia y sin corrección',
    body: versioned,
  },
  'POST /api/panel/compras/:id/deshacer': { ...decision, summary: 'Deshacer la última decisión', body: versioned },
  'POST /api/panel/compras/:id/anular': {
    ...decision,
    who: OWNER,
    summary: 'Anular una compra confirmada',
    body: refusal,
  },
} satisfies Calls

/** Confirming the pairs of reconciliation's rules (docs/decisions/091-matching.md). */
export const EXACT_CALLS = {
  'POST /api/panel/conciliacion/confirmar': {
    who: DECIDE,
    summary: 'Confirmar los pagos cuyo dinero llegó; los que ya no son exactos se niegan solos',
    body: exactBatch,
    answers: { 200: exactBatchAnswer },
  },
} satisfies Calls

const ofRaffle = { ...one, absent: 'Esta rifa no existe', answers: { 200: automaticSetting } } as const

/** Confirming without a person, of one raffle. */
export const AUTOMATIC_CALLS = {
  'GET /api/panel/rifas/:id/confirmacion-automatica': {
    who: LOOK,
    ...ofRaffle,
    summary: 'Qué pagos de una rifa se confirman sin una persona, y cuántos van hoy',
  },
  'PUT /api/panel/rifas/:id/confirmacion-automatica': {
    who: OWNER,
    ...ofRaffle,
    summary: 'Dejar que lo que dice el propio banco confirme pagos, hasta un tope diario',
    body: automaticChange,
  },
} satisfies Calls

/** Traits that fakes share, and the rejection of a group. */
export const FAKE_CALLS = {
  'GET /api/panel/compras/:id/parecidos': {
    who: DECIDE,
    ...one,
    summary: 'Reportes en revisión que comparten algo con este',
    answers: { 200: alikeGroups },
  },
  'GET /api/panel/compras/:id/parecidos/:por': {
    who: DECIDE,
    summary: 'Los de un grupo, 500 por página',
    params: z.object({ id: pathId, por: trait }),
    absent: 'Ese grupo no existe',
    query: z.object({ despues: wholeNumberText.min(0).default(0) }),
    answers: { 200: alikePage },
  },
  'POST /api/panel/revision/falsas': {
    who: DECIDE,
    summary: 'Rechazar como falsos varios reportes; sus boletos quedan libres',
    body: fakeBatch,
    answers: { 200: bulkAnswer },
  },
} satisfies Calls
