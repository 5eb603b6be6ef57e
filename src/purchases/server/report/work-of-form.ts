import type { FastifyRequest } from 'fastify'
import type { Ctx } from '#platform/server/context.ts'
import { requireWork } from '#platform/server/work/require-work.ts'
import { findByToken, type Reservation } from '#tickets/server/store.ts'
import { findAnswer } from './find-reported.ts'
import type { Report } from './read-report.ts'

/** Who pays with or without tickets on hold: reported, it is neither. */
const PAYING: ReadonlySet<Reservation['estado']> = new Set(['apartado', 'pase', 'cedido'])

export const CORRECTION = { kind: 'correccion', raffle: null } as const

/**
 * A report that comes without a hold takes tickets for nothing: a connection that sends very many brings work. Never for what others
 * do: whoever has paid is not sent away, whatever page he uses. Whoever holds tickets did the work when he took them, and whose
 * report has arrived gets its answer.
 * @throws AppError 428 TRABAJO_NECESARIO
 */
export async function requireReportWork(
  ctx: Ctx,
  request: FastifyRequest,
  { rifa_id, apartado }: Report,
  key: string | null,
): Promise<void> {
  return requireWork(ctx, request, { kind: 'reporte', raffle: rifa_id }, 0, async () => {
    const hold = apartado === null ? undefined : await findByToken(ctx.db.read, apartado)
    if (hold?.rifa_id === rifa_id && PAYING.has(hold.estado)) return true
    return key !== null && (await findAnswer(ctx.db.read, key)) !== undefined
  })
}

/**
 * A correction may take tickets anew, as a report does: the same holds.
 * @throws AppError 428 TRABAJO_NECESARIO
 */
export function requireCorrectionWork(ctx: Ctx, request: FastifyRequest): Promise<void> {
  return requireWork(ctx, request, CORRECTION, 0)
}
