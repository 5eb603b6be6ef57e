import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { paymentMethod } from '../contract.ts'
import { listOffered } from './list-methods.ts'

export function paymentMethodRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/rifas/metodo-pago',
    {
      schema: describe({
        tag: 'rifas',
        summary: 'Dónde se paga: los métodos que alguna página ofrece',
        answers: { 200: z.array(paymentMethod) },
      }),
    },
    async (request, reply) => sendTagged(request, reply, tagJson(await listOffered(ctx))),
  )
}
