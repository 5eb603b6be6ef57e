import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import { after } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { lockRow, requirePurchase } from '#purchases/server/store.ts'
import type { ReviewClaim } from '../../contract.ts'
import { CLAIM_TIME } from '../schema.ts'
import { dropClaim, dropOldClaims, findClaim, takeClaim } from '../store.ts'
import { describeClaim } from './read-queue.ts'

/**
 * Claims a payment for the operator who opened it, or renews the claim. Of two who open it at once one wins.
 * @param force takes it from the other reviewer: only for owners.
 * @throws AppError 404, 409 LA_REVISA_OTRO with `revisa`
 */
export async function claimPurchase(
  ctx: Ctx,
  compra_id: number,
  operator: Operator,
  force: boolean,
): Promise<ReviewClaim> {
  await requirePurchase(ctx.db.read, compra_id)
  const now = ctx.clock.now()
  const claim = { compra_id, operador_id: operator.id, nombre: operator.nombre, hasta: after(now, CLAIM_TIME) }
  const taken = await ctx.db.write('revision', async (tx) => {
    // A correction that is under way ends first, and one that comes later sees the claim.
    await lockRow(tx, compra_id)
    await dropOldClaims(tx, now)
    return takeClaim(tx, claim, now, force && operator.rol === 'dueno')
  })
  if (!taken) await requireFree(ctx, compra_id, operator)
  return describeClaim(claim, operator.id)
}

/** A reviewer who leaves lets others look at once. */
export async function releaseClaim(ctx: Ctx, compraId: number, operator: Operator): Promise<void> {
  await ctx.db.write('revision', (tx) => dropClaim(tx, compraId, operator.id))
}

/**
 * Only the reviewer with the claim judges a payment. Two decisions at once are impossible anyway, by the version; this
 * keeps two people from doing the same work.
 * @throws AppError 409 LA_REVISA_OTRO with `revisa`
 */
export async function requireFree(ctx: Ctx, compraId: number, operator: Actor): Promise<void> {
  const claim = await findClaim(ctx.db.read, compraId, ctx.clock.now())
  if (!claim || claim.operador_id === operator.id) return
  throw claimedByOther(claim, operator.id)
}

export function claimedByOther(claim: Tables['review_claims'], operatorId: number | null): AppError {
  return refusal('LA_REVISA_OTRO', {
    error: `La está revisando ${claim.nombre}`,
    revisa: describeClaim(claim, operatorId),
  })
}
