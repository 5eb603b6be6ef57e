import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import { findMoney, type Wanted } from '#money/server/links/approval-links.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { batchOf } from '#platform/server/db/unit.ts'
import { alertManySales } from '#purchases/server/sale/alert-many-sales.ts'
import { findPurchase } from '#purchases/server/store.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import {
  type ApprovalGroup,
  type Approving,
  decideApproval,
  readApprovals,
  readDoubts,
  writeApprovals,
} from './approval-group.ts'
import { readKnown } from './decide.ts'

/**
 * The payment is in the account: the numbers are drawn, or the picked ones become the buyer's, and the mail with them is queued.
 * @param motivo why, against a failed check; only the journal keeps it. With one, a payment that is like another and not equal counts
 * as a second one. One that has a movement of its own does without.
 * @param join money that came in and pays it: its rest is joined to the purchase, or nothing is confirmed.
 * @returns the numbers.
 * @throws AppError 404, 409 MOVIMIENTO_USADO | PUEDE_SER_REPETIDO | YA_NO_ES_EXACTO | YA_NO_ES_SU_PAGO, VERSION_VIEJA | ESTADO_NO_PERMITE |
 * REFERENCIA_YA_CONFIRMADA |
 * SIN_BOLETOS | PERSONA_YA_PARTICIPA | PAGO_PARECIDO without a `motivo`
 */
export async function approvePurchase(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  { actor, motivo = '', join = null }: { actor: Actor; motivo?: string | undefined; join?: Wanted | null },
): Promise<string[]> {
  const known = await readKnown(ctx, purchaseId)
  const raffle = await requireRaffle(ctx.db.read, known.purchase.rifa_id)
  return ctx.db.writeBatched(`rifa:${raffle.id}`, APPROVALS, { ...known, raffle, version, actor, motivo, join })
}

/** Approvals of payments of a raffle, alone or in a group. */
const APPROVALS = batchOf<ApprovalGroup, Approving, string[]>({
  load: readApprovals,
  async decide(tx, group, approving) {
    const doubts = await readDoubts(tx, group, approving)
    return group.tickets.settle(tx, () => decideApproval(group, approving, doubts))
  },
  save: writeApprovals,
})

/**
 * The same by an operator: money that a rule found for it is joined to it. The owners get a mail when the operator confirms much
 * of their own sales by hand.
 * @param movimiento_id money shown as its own: the decision is based on it.
 * @throws AppError the errors of approvePurchase, and 409 YA_NO_ES_SU_PAGO where no rule says any more that it is its own
 */
export async function approveAs(
  ctx: Ctx,
  purchaseId: number,
  version: number,
  operator: Operator,
  { motivo = '', movimiento_id }: { motivo?: string | undefined; movimiento_id?: number | undefined } = {},
): Promise<string[]> {
  const found = await findMoney(ctx.db.read, purchaseId)
  // Of another account only the shown money.
  const join = found?.regla === 'otra_cuenta' && movimiento_id === undefined ? null : found
  if (movimiento_id !== undefined && join?.movimiento_id !== movimiento_id) {
    const purchase = await findPurchase(ctx.db.read, purchaseId)
    // An approval whose answer was lost has used it itself.
    if (purchase?.version === version) throw refusal('YA_NO_ES_SU_PAGO')
  }
  const numeros = await approvePurchase(ctx, purchaseId, version, { actor: operator, motivo, join })
  await alertManySales(ctx, operator, purchaseId)
  return numeros
}
