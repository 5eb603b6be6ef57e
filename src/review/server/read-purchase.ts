import type { Ctx } from '#platform/server/context.ts'
import { describeDetail, readAround } from '#purchases/server/describe-purchase.ts'
import { findProof, requirePurchase } from '#purchases/server/store.ts'
import { areNumbersFixed, isOver } from '#raffles/server/settled.ts'
import type { ReviewedPurchase } from '../contract.ts'
import { checkReport } from './check/check-purchase.ts'
import { undoableUntil } from './decision/undo-decision.ts'
import { describeProof } from './proof/show-proof.ts'
import { describeClaim, describeItem } from './queue/read-queue.ts'
import { findClaim, findUndrawable } from './store.ts'

/** One purchase with all that a decision needs. @param operatorId the caller, null for the command line. @throws AppError 404 */
export async function readPurchase(ctx: Ctx, id: number, operatorId: number | null = null): Promise<ReviewedPurchase> {
  const sql = ctx.db.read
  const now = ctx.clock.now()
  const purchase = await requirePurchase(sql, id)
  const [around, proof, undrawable, comprobaciones, claim] = await Promise.all([
    readAround(sql, purchase),
    findProof(sql, purchase.comprobante),
    findUndrawable(sql, purchase.comprobante),
    checkReport(sql, purchase),
    findClaim(sql, id, now),
  ])
  const { raffle, reservation } = around
  const numeros_fijos = areNumbersFixed(raffle, now)
  return {
    ...describeDetail(around),
    ...describeItem(purchase, comprobaciones, claim ? describeClaim(claim, operatorId) : null),
    comprobante: proof ? describeProof(id, proof, undrawable) : null,
    comprobaciones,
    numeros_fijos,
    en_venta: !isOver(raffle, now),
    gracia_segundos: raffle.gracia_segundos,
    deshacible_hasta: undoableUntil(purchase, reservation, numeros_fijos, now),
  }
}
