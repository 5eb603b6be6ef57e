import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse, pathId } from '#platform/server/http/parse.ts'
import { giveWork, requireWork } from '#platform/server/work/require-work.ts'
import { readPressure } from '#tickets/server/pressure.ts'
import { findByToken, type Reservation } from '#tickets/server/store.ts'
import { workAnswer } from '../contract.ts'
import type { Report } from './read-report.ts'
import { findAnswer } from './store.ts'

/** Who pays with or without tickets on hold: reported, it is neither. */
const PAYING: ReadonlySet<Reservation['estado']> = new Set(['apartado', 'pase', 'cedido'])

const CORRECTION = { kind: 'correccion', raffle: null } as const

/**
 * A report that comes without a hold takes tickets for nothing: while its raffle is pressed, a connection that reports again and again brings
 * work. Never for what others do: whoever has paid is not sent away, whatever page he uses. Whoever holds tickets
 * did the work when he took them, and whose report has arrived gets its answer.
 * @throws AppError 428 TRABAJO_NECESARIO
 */
export async function requireReportWork(
  ctx: Ctx,
  request: FastifyRequest,
  { rifa_id, apartado }: Report,
  key: string | null,
): Promise<void> {
  const pressure = await pressureOfReports(ctx, rifa_id)
  return requireWork(ctx, request, { kind: 'reporte', raffle: rifa_id }, pressure, async () => {
    const hold = apartado === null ? undefined : await findByToken(ctx.db.read, apartado)
    if (hold?.rifa_id === rifa_id && PAYING.has(hold.estado)) return true
    return key !== null && (await findAnswer(ctx.db.read, key)) !== undefined
  })
}

/** Who asks again and again is asked for work sooner while the raffle is pressed (pressure.ts: 1), and nobody else is. */
async function pressureOfReports(ctx: Ctx, raffle: number | null): Promise<number> {
  return raffle === null ? 0 : Math.min(1, await readPressure(ctx, raffle))
}

/**
 * A correction may take tickets anew, as a report does. Which raffle it is about is known when its form has been read, which is too
 * late to ask for work: a connection is asked for what it corrected itself.
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
      if (para === 'correccion') return { trabajo: giveWork(ctx, request, CORRECTION, 0) }
      return { trabajo: giveWork(ctx, request, { kind: para, raffle: rifa }, await pressureOfReports(ctx, rifa)) }
    },
  )
}
