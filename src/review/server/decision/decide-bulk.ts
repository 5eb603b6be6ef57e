import type { Operator } from '#access/contract.ts'
import { AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findPurchase } from '#purchases/server/store.ts'
import { findReservation } from '#tickets/server/store.ts'
import type { BulkAnswer, BulkDecision } from '../../contract.ts'
import { checkReport, worstOf } from '../check/check-purchase.ts'
import { requireFree } from '../queue/claim-purchase.ts'
import { approveAs } from './approve-purchase.ts'
import { rejectPurchase } from './reject-purchase.ts'
import { undoableUntil, undoDecision } from './undo-decision.ts'

/**
 * Decides several payments one after the other, or undoes decisions, each as if it were alone. One that is refused
 * says why and the others go on. A payment with warnings is never approved in bulk.
 * @throws AppError 422 MOTIVO_NECESARIO without the reason that a rejection needs.
 */
export async function decideBulk(ctx: Ctx, bulk: BulkDecision, operator: Operator): Promise<BulkAnswer> {
  const { decision, motivo } = bulk
  if (decision === 'rechazar' && motivo === undefined) {
    throw refusal('MOTIVO_NECESARIO', { details: 'Escribe el motivo: los compradores lo van a leer.' })
  }
  const resultados: BulkAnswer['resultados'] = []
  for (const { id, version } of bulk.compras) {
    try {
      await requireFree(ctx, id, operator)
      if (decision === 'aprobar') {
        await requireClean(ctx, id)
        await approveAs(ctx, id, version, operator)
      } else if (decision === 'rechazar') {
        await rejectPurchase(ctx, id, version, { actor: operator, motivo: motivo ?? '' })
      } else {
        await undoDecision(ctx, id, version, operator)
      }
      const deshacible_hasta = await readUndoable(ctx, id)
      resultados.push({ id, hecha: true, code: '', error: '', details: '', deshacible_hasta })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const { code, details } = error
      resultados.push({ id, hecha: false, code, error: error.error, details, deshacible_hasta: null })
    }
  }
  return { resultados }
}

async function readUndoable(ctx: Ctx, id: number): Promise<string | null> {
  const purchase = await findPurchase(ctx.db.read, id)
  const reservation = purchase && (await findReservation(ctx.db.read, purchase.reserva_id))
  // Of a raffle that was drawn nothing has just been decided.
  return purchase && reservation ? undoableUntil(purchase, reservation, false, ctx.clock.now()) : null
}

/** @throws AppError 409 TIENE_AVISOS */
async function requireClean(ctx: Ctx, id: number): Promise<void> {
  const purchase = await findPurchase(ctx.db.read, id)
  // A payment that is decided already fails by its version.
  if (purchase?.estado !== 'en revision' || worstOf(await checkReport(ctx.db.read, purchase)) === 'bien') return
  throw refusal('TIENE_AVISOS', { details: 'Ábrela y mírala: en lote solo se aprueba lo que está limpio.' })
}
