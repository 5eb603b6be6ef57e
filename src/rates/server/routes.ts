import type { FastifyInstance } from 'fastify'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { rateAnswer } from '../contract.ts'
import { rateInForce } from './current-rate.ts'

export function rateRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/rifas/tasa-bcv',
    {
      schema: describe({
        tag: 'rifas',
        summary: 'La tasa que convierte los totales a bolívares',
        answers: { 200: rateAnswer },
      }),
    },
    async (request, reply) => {
      const rate = await rateInForce(ctx)
      if (!rate) {
        throw new AppError(
          503,
          'TASA_NO_DISPONIBLE',
          'No hay tasa',
          'Confirma el monto en bolívares con soporte antes de pagar.',
        )
      }
      return sendTagged(request, reply, tagJson(rate))
    },
  )
}
