import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'
import { normaliseCedula } from '#purchases/cedula.ts'
import { markClient } from '#tickets/server/shares/client-mark.ts'
import { LOOKUP_CALLS } from '../calls.ts'
import { findParticipations } from './find-participations.ts'
import { markCedula, readCounts, TELLINGS } from './lookup-counts.ts'
import { knows, waitOf } from './lookup-quota.ts'

export function lookupRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, LOOKUP_CALLS, {
    'GET /api/rifas/participante/cedula/:cedula': ({ params, request }) => answer(request, params.cedula),
    'POST /api/rifas/participante/buscar': ({ body, request }) => answer(request, body.cedula),
  })

  async function answer(request: FastifyRequest, text: string) {
    const cedula = normaliseCedula(text)
    if (cedula === null) {
      throw refusal('CEDULA_INVALIDA', { message: 'Escribe una cédula válida: V o E y de 5 a 9 números.' })
    }
    return { participaciones: await withinQuota(request, cedula) }
  }

  /** @throws AppError 429 DEMASIADAS_CONSULTAS */
  async function withinQuota(request: FastifyRequest, cedula: string) {
    if (ctx.config.abuseLimits) await countOnce(request, cedula)
    return findParticipations(ctx, cedula)
  }

  /** Counts the answer before it is given. Repeated and refused lookups write nothing. */
  async function countOnce(request: FastifyRequest, cedula: string): Promise<void> {
    const now = ctx.clock.now()
    const asker = markClient(ctx.keys, clientBucket(request))
    const marked = markCedula(ctx, asker, cedula)
    const counts = await readCounts(ctx.db.read, [asker])
    if (knows(counts, asker, marked, now)) return
    const wait =
      waitOf(counts, asker, now) || (await ctx.db.writeBatched('consultas', TELLINGS, { asker, cedula: marked, now }))
    if (wait > 0) throw tooMany(wait)
  }
}

function tooMany(ttl: number): AppError {
  const minutes = Math.max(1, Math.ceil(ttl / 60_000))
  const details = `Hiciste muchas consultas desde esta conexión. Intenta de nuevo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`
  return refusal('DEMASIADAS_CONSULTAS', {
    details,
    message: details,
    wait: Math.ceil(ttl / 1000),
  })
}
