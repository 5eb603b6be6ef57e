import type { FastifyInstance, FastifyRequest } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket, clientNetwork } from '#platform/server/http/client-bucket.ts'
import { askForWork, bringsWork } from '#platform/server/work/require-work.ts'
import { normaliseCedula } from '#purchases/cedula.ts'
import { LOOKUP_CALLS } from '../calls.ts'
import { findParticipations } from './find-participations.ts'
import { createLookupQuota } from './lookup-quota.ts'

/** What the work is for: one is as good as another cédula. */
const LOOKUP = { kind: 'consulta', raffle: null } as const

export function lookupRoutes(app: FastifyInstance, ctx: Ctx): void {
  const quota = createLookupQuota(ctx.clock)

  serve(app, ctx, LOOKUP_CALLS, {
    'GET /api/rifas/participante/cedula/:cedula': ({ params, request }) => answer(request, params.cedula),
    'POST /api/rifas/participante/buscar': ({ body, request }) => answer(request, body.cedula),
  })

  async function answer(request: FastifyRequest, text: string) {
    const cedula = normaliseCedula(text)
    if (cedula === null) {
      throw new AppError(
        422,
        'CEDULA_INVALIDA',
        'Cédula inválida',
        'Escribe una cédula válida: V o E y de 5 a 9 números.',
        {
          extra: { message: 'Escribe una cédula válida: V o E y de 5 a 9 números.' },
        },
      )
    }
    return { participaciones: await withinQuota(request, cedula) }
  }

  /** @throws AppError 428 TRABAJO_NECESARIO, 429 DEMASIADAS_CONSULTAS */
  async function withinQuota(request: FastifyRequest, cedula: string) {
    const asker = { client: clientBucket(request), network: clientNetwork(request) }
    if (!ctx.config.abuseLimits || quota.knows(asker, cedula)) return findParticipations(ctx, cedula)
    const price = quota.price(asker)
    if (price.level === null) throw tooMany(price.wait)
    quota.take(asker, cedula, price)
    try {
      if (price.level > 0 && !(await bringsWork(ctx, request, LOOKUP, price.level))) {
        throw askForWork(ctx, request, LOOKUP, price.level)
      }
      return await findParticipations(ctx, cedula)
    } catch (error) {
      quota.giveBack(asker, cedula, price)
      throw error
    }
  }
}

function tooMany(ttl: number): AppError {
  const minutes = Math.max(1, Math.ceil(ttl / 60_000))
  const details = `Hiciste muchas consultas desde esta conexión. Intenta de nuevo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`
  return new AppError(429, 'DEMASIADAS_CONSULTAS', 'Demasiadas consultas', details, {
    extra: { message: details },
    headers: { 'retry-after': String(Math.ceil(ttl / 1000)) },
  })
}
