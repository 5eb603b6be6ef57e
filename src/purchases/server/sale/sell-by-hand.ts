import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { isRefusal, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { type SoldByHand, soldByHand } from '../../sale-contract.ts'
import { findBlocks } from '../blocked/blocked-people.ts'
import { describeDetail, readAround } from '../describe-purchase.ts'
import type { Report } from '../report/read-report.ts'
import type { ReceivedProof } from '../report/receive-form.ts'
import type { Idempotency } from '../report/report-group.ts'
import { reportPurchase } from '../report/report-purchase.ts'
import { findPurchase, requirePurchase } from '../store.ts'
import { alertManySales } from './alert-many-sales.ts'

/** Confirms a purchase that is in review, in the room that judges; @param version its current version. */
export type Approve = (id: number, version: number, operator: Operator) => Promise<unknown>

/** Fields of a sale that decide whether the seller may confirm it: its payment and its buyer. */
const DECISIVE = ['metodo_pago', 'cedula', 'telefono', 'correo'] as const

/**
 * An operator sells by phone or against cash, by the same two actions as a visitor's purchase. They are a report in the buyer's name and,
 * when the money is there, its approval. A second send with the same key finds the first sale, and confirms it if a lost
 * connection or a killed process had left that undone.
 * A blocked buyer is refused before paying; a sale paid into an account is left in review, as a report is.
 * @throws AppError 409 PERSONA_BLOQUEADA, 422 CLAVE_REUTILIZADA where its hold or key is of something else. And the errors of reportPurchase and the
 * approval; when only the approval fails, the sale waits in review.
 */
export async function sellByHand(
  ctx: Ctx,
  sale: {
    report: Report
    proof: ReceivedProof | null
    confirmar: boolean
    efectivo?: 'USD' | 'VES' | undefined
    idempotency: Idempotency
  },
  operator: Operator,
  approve: Approve,
): Promise<SoldByHand> {
  const seller = { id: operator.id, nombre: operator.nombre, callado: sale.confirmar, efectivo: sale.efectivo }
  const { id } = await reportPurchase(ctx, sale.report, sale.proof, sale.idempotency, seller).catch(async (error) => {
    const refused = isRefusal(error) && error.code === 'PERSONA_BLOQUEADA'
    if (operator.rol === 'vendedor' && refused) await noteRefused(ctx, sale.report.rifa_id, operator)
    throw error
  })
  const reported = await findPurchase(ctx.db.read, id)
  // The hold, or the key, was that of a report: it is no sale of this operator, whose cash proves nothing about its payment.
  if (reported?.vendida_por_id !== operator.id) throw refusal('CLAVE_REUTILIZADA')
  // Nobody has decided on it yet: an undone approval stays undone.
  if (sale.confirmar && reported.estado === 'en revision' && reported.version === 1) {
    // The hold belongs to another sale of this operator, left for others to review.
    if (DECISIVE.some((field) => reported[field] !== sale.report[field])) throw refusal('CLAVE_REUTILIZADA')
    // Blocked since it was made: it waits, and is reported again.
    const blocks = await findBlocks(ctx.db.read, [sale.report])
    if (!blocks(sale.report).block) await approve(id, 1, operator)
  } else if (reported.estado === 'en revision') {
    await alertManySales(ctx, operator, id)
  }
  return describeSale(ctx, id)
}

/** A vendor may be probing who is blocked. The line names neither person nor reason: the journal keeps no text about a person. */
function noteRefused(ctx: Ctx, rifa_id: number, actor: Operator): Promise<void> {
  const entry = { en: ctx.clock.now(), actor, rifa_id, datos: {} }
  return ctx.db.write(`rifa:${rifa_id}`, (tx) => appendEntry(tx, { ...entry, accion: 'venta negada' }))
}

/** The sale, as its receipt shows it. */
export async function describeSale({ db: { read } }: Ctx, id: number): Promise<SoldByHand> {
  return soldByHand.parse(describeDetail(await readAround(read, await requirePurchase(read, id))))
}
