import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { giveWork, requireWork } from '#platform/server/work/require-work.ts'
import { pathId } from '#platform/whole-number.ts'
import { findByToken, type Reservation } from '#tickets/server/store.ts'
import { workAnswer } from '../../contract.ts'
import { findAnswer } from '../store.ts'
import type { Report } from './read-report.ts'

/** Who pays with or without tickets on hold: reported, it is neither. */
const PAYING: ReadonlySet<Reservation['estado']> = new Set(['apartado', 'pase', 'cedido'])

const CORRECTION = { kind: 'correccion', raffle: null } as const

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

const query = z.object({ para: z.enum(['reporte', 'correccion']), rifa: pathId.optional() })

/** What to do before a form with a file is sent: refused afterwards, it would be sent twice over a bad line. */
export function workRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/rifas/trabajo',
    {
      schema: describe({
        tag: 'compras',
        summary: 'El trabajo que un formulario puede traer hecho',
        query,
        answers: { 200: workAnswer },
      }),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const { para, rifa = null } = parse(query, request.query)
      const call = para === 'reporte' ? ({ kind: para, raffle: rifa } as const) : CORRECTION
      return { trabajo: giveWork(ctx, request, call, 0) }
    },
  )
}
