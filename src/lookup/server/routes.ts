import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { clientBucket } from '#platform/server/http/client-bucket.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { normaliseCedula } from '#purchases/cedula.ts'
import { lookupAnswer } from '../contract.ts'
import { findParticipations } from './find-participations.ts'

const body = z.object({ cedula: z.string('Escribe tu cédula.').max(30, 'Escribe una cédula válida.') })

/** Answers an hour for one address (abuse.md, A3). */
const HOURLY = 60

export async function lookupRoutes(app: FastifyInstance, ctx: Ctx): Promise<void> {
  await app.register(async (limited) => {
    if (ctx.config.abuseLimits) {
      await limited.register(rateLimit, {
        max: HOURLY,
        timeWindow: 3_600_000,
        keyGenerator: clientBucket,
        // One bucket for both calls, or who is refused by one would go on with the other.
        groupId: 'lookup',
        errorResponseBuilder: (_request, { ttl }) => tooMany(ttl),
      })
    }

    limited.get(
      '/api/rifas/participante/cedula/:cedula',
      {
        schema: describe({
          tag: 'consulta',
          summary: 'Números de una cédula',
          params: body,
          answers: { 200: lookupAnswer },
        }),
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return answer(parse(body, request.params).cedula)
      },
    )

    limited.post(
      '/api/rifas/participante/buscar',
      {
        schema: describe({
          tag: 'consulta',
          summary: 'Lo mismo, sin la cédula en la dirección',
          body,
          answers: { 200: lookupAnswer },
        }),
      },
      async (request, reply) => {
        reply.header('cache-control', 'no-store')
        return answer(parse(body, request.body).cedula)
      },
    )
  })

  async function answer(text: string) {
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
    return { participaciones: await findParticipations(ctx, cedula) }
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
