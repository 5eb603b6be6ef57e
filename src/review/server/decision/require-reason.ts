import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findPurchase } from '#purchases/server/store.ts'
import { checkReport, worstOf } from '../check/check-purchase.ts'

/**
 * Against a grave check nobody approves without saying why, whatever page or program he does it from: the checks are made again
 * here.
 * @throws AppError 422 MOTIVO_NECESARIO
 */
export async function requireReason(ctx: Ctx, purchaseId: number, motivo: string | undefined): Promise<void> {
  if (motivo !== undefined) return
  const purchase = await findPurchase(ctx.db.read, purchaseId)
  // What is decided already is told by its state.
  if (purchase?.estado !== 'en revision' || worstOf(await checkReport(ctx.db.read, purchase)) !== 'grave') return
  throw new AppError(
    422,
    'MOTIVO_NECESARIO',
    'Falta el motivo',
    'Una comprobación dice que algo está mal. Escribe por qué la apruebas: queda en el diario.',
    { extra: { campos: { motivo: 'Escribe por qué lo apruebas.' } } },
  )
}
