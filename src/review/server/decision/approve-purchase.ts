import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Batch, Sql } from '#platform/server/db/database.ts'
import { decideEach } from '#platform/server/db/many.ts'
import { type Clash, claimPayment } from '#purchases/server/payment/payment-store.ts'
import { confirmRegistration } from '#purchases/server/report/refuse-duplicates.ts'
import { alertManySales } from '#purchases/server/sale/alert-many-sales.ts'
import { findPurchase } from '#purchases/server/store.ts'
import { closeByRule } from '#raffles/server/close-by-rule.ts'
import { findRaffle } from '#raffles/server/store.ts'
import {
  decideLink,
  findMoney,
  keepLink,
  otherMoney,
  readApprovalLinks,
  type Wanted,
  writeLinks,
} from '#reconciliation/server/links/approval-links.ts'
import { isPaidApart, readOwnMoney } from '#reconciliation/server/links/own-money.ts'
import { owedCents } from '#reconciliation/server/match/read-claims.ts'
import { confirm } from '#tickets/server/reserve.ts'
import { numbersOf } from '#tickets/server/store.ts'
import { seatForApproval } from '#tickets/server/waiting/judge-waiting.ts'
import { type Approving, approval, decideApproval, readApprovals, writeApprovals } from './approval-group.ts'
import { openCase, readKnown, recordDecision, requireState } from './decide.ts'

/**
 * The payment is in the account: the numbers are drawn, or the picked ones become his, and the mail with them is queued.
 * @param motivo why, against what a check says; only the journal keeps it. With one, a payment that is like another and not equal counts
 * as a second one. One that has a movement of its own does without.
 * @param join money that came in and pays it: what of it is left is joined to the purchase, or nothing is confirmed.
 * @returns the numbers.
 * @throws AppError 404, 409 MOVIMIENTO_USADO | PUEDE_SER_REPETIDO | YA_NO_ES_EXACTO | YA_NO_ES_SU_PAGO, VERSION_VIEJA | ESTADO_NO_PERMITE | REFERENCIA_YA_CONFIRMADA |
 * SIN_BOLETOS | PERSONA_YA_PARTICIPA | PAGO_PARECIDO without a `motivo`
 */
export async function approvePurchase(
  ctx: Ctx,
  purchaseId: number,
  version: number | null,
  { actor, motivo = '', join = null }: { actor: Actor; motivo?: string | undefined; join?: Wanted | null },
): Promise<string[]> {
  const known = await readKnown(ctx, purchaseId)
  const raffle = await findRaffle(ctx.db.read, known.purchase.rifa_id)
  if (!raffle) throw notFound('Esa rifa no existe')
  return ctx.db.writeBatched(`rifa:${raffle.id}`, APPROVALS, { ...known, raffle, version, actor, motivo, join })
}

/** Those who approve payments of a raffle at once. */
const APPROVALS: Batch<Sql, Approving, string[]> = {
  async together(tx, approving) {
    const group = await readApprovals(tx, approving)
    const outcomes = decideEach(approving, (one) => decideApproval(group, one))
    await writeApprovals(tx, group)
    return outcomes
  },
  async alone(tx, approving) {
    const { ctx, version, actor, motivo, join } = approving
    const subject = await openCase(tx, approving, version, { estado: 'confirmado', motivo: '', actor })
    const { purchase, raffle, stock, reservation } = subject
    if (subject.repeated) return (await numbersOf(tx, [reservation.id])).get(reservation.id) ?? []
    requireState(purchase, 'en revision')
    const now = ctx.clock.now()
    const clash = await claimPayment(tx, purchase, async ({ likeness, compras }) => {
      if (likeness === 'parecida' && motivo !== '') return true
      // Where nothing is owed no money is joined.
      const coming = join && owedCents(purchase) !== 0 ? [[purchase.id, join.movimiento_id] as const] : []
      const money = await readOwnMoney(tx, [purchase.id, ...compras], new Map(coming))
      return isPaidApart(money, purchase.id, compras)
    })
    if (clash) throw usedPayment(clash)
    const links = await readApprovalLinks(tx, [approving])
    const link = decideLink(links, purchase, join)
    await confirmRegistration(tx, raffle, purchase)
    await seatForApproval(tx, stock, raffle, reservation, now)
    const numeros = await confirm(tx, stock, raffle, reservation, ctx.random)
    if (link) keepLink(links, link, actor)
    await writeLinks(tx, links, now)
    await recordDecision(tx, subject, approval(subject, { actor, motivo, now, numeros, link }))
    if (ctx.time.known()) await closeByRule(tx, raffle, stock, now)
    return numeros
  },
}

/**
 * The same by an operator: money that a rule found for it is joined to it. The owners hear when he confirms much of what he sold by
 * hand himself.
 * @param movimiento_id money that he was shown as its own: he decided because of it.
 * @throws AppError what approvePurchase throws, and 409 YA_NO_ES_SU_PAGO where no rule says any more that it is its own
 */
export async function approveAs(
  ctx: Ctx,
  purchaseId: number,
  version: number,
  operator: Operator,
  { motivo = '', movimiento_id }: { motivo?: string | undefined; movimiento_id?: number | undefined } = {},
): Promise<string[]> {
  const found = await findMoney(ctx.db.read, purchaseId)
  // Of another account only what was shown.
  const join = found?.regla === 'otra_cuenta' && movimiento_id === undefined ? null : found
  if (movimiento_id !== undefined && join?.movimiento_id !== movimiento_id) {
    const purchase = await findPurchase(ctx.db.read, purchaseId)
    // An approval whose answer was lost has used it itself.
    if (purchase?.version === version) throw otherMoney()
  }
  const numeros = await approvePurchase(ctx, purchaseId, version, { actor: operator, motivo, join })
  await alertManySales(ctx, operator, purchaseId)
  return numeros
}

function usedPayment({ likeness, codigo }: Clash): AppError {
  if (likeness === 'parecida') {
    return new AppError(
      409,
      'PAGO_PARECIDO',
      'Puede ser el mismo pago',
      `Su referencia coincide con la de la compra ${codigo}, ya confirmada. Compara las dos; si son dos pagos, apruébala con el motivo.`,
    )
  }
  return new AppError(
    409,
    'REFERENCIA_YA_CONFIRMADA',
    'Ese pago ya confirmó otra compra',
    'Otra compra confirmada tiene la misma referencia. Si son dos pagos, une a cada compra el dinero que llegó por ella.',
  )
}
