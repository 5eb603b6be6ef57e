import type { Actor } from '#journal/actor.ts'
import type { ExactBatch, ExactBatchAnswer } from '#money/contract.ts'
import { AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { alertManySales } from '#purchases/server/sale/alert-many-sales.ts'
import { listByIds, type Purchase } from '#purchases/server/store.ts'
import { refuseSettled } from '#raffles/server/settled.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { checkReports, worstOf } from '../check/check-purchase.ts'
import { requireFree } from '../queue/claim-purchase.ts'
import { approvePurchase } from './approve-purchase.ts'

/** Approvals at a time, which share their transactions (docs/decisions/145-one-path.md). */
export const AT_ONCE = 50

/**
 * Confirms reports whose money came in, all that were shown with their count and sum. Each is checked again behind its locks, and one
 * that is not exact any more is refused by itself. A report with a grave check is never confirmed so.
 */
export async function confirmExact(ctx: Ctx, { pares }: ExactBatch, actor: Actor): Promise<ExactBatchAnswer> {
  const answer: ExactBatchAnswer = { confirmadas: [], fallidas: [] }
  const once = [...new Map(pares.map((pair) => [pair.compra_id, pair])).values()]
  for (let at = 0; at < once.length; at += AT_ONCE) {
    const some = once.slice(at, at + AT_ONCE)
    const ids = some.map(({ compra_id }) => compra_id)
    const purchases = await listByIds(ctx.db.read, ids)
    const known = new Map(purchases.map((purchase) => [purchase.id, purchase]))
    const checks = await checkReports(
      ctx.db.read,
      purchases.filter(({ estado }) => estado === 'en revision'),
    )
    await Promise.all(
      some.map(async ({ compra_id, version, movimiento_id }) => {
        try {
          await requireFree(ctx, compra_id, actor)
          if (worstOf(checks.get(compra_id) ?? []) === 'grave') await refuseGrave(ctx, known.get(compra_id))
          const join = { movimiento_id, regla: null }
          const numeros = await approvePurchase(ctx, compra_id, version, { actor, join })
          await alertManySales(ctx, actor, compra_id)
          const codigo = known.get(compra_id)?.codigo ?? ''
          answer.confirmadas.push({ id: compra_id, codigo, numeros: numeros.length })
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          answer.fallidas.push({ id: compra_id, code: error.code, mensaje: error.details })
        }
      }),
    )
  }
  return answer
}

/** @throws AppError 409 TIENE_AVISOS, or first the refusal of a drawn raffle. */
async function refuseGrave(ctx: Ctx, purchase: Pick<Purchase, 'rifa_id'> | undefined): Promise<never> {
  const raffle = purchase && (await findRaffle(ctx.db.read, purchase.rifa_id))
  if (raffle) refuseSettled(raffle, ctx.clock.now())
  const details = 'Una comprobación dice que algo está mal. Ábrela y mírala: así no se confirma sola.'
  throw refusal('TIENE_AVISOS', { details })
}
