import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { availabilityAnswer, ticketNumber } from '../contract.ts'
import { BITMAP_TYPE, readBitmap, readNumbers } from './numbers/read-numbers.ts'
import { raffleId, raffleParams } from './raffle-params.ts'
import { readAvailability } from './read-availability.ts'

export function ticketRoutes(app: FastifyInstance, ctx: Ctx): void {
  const tag = 'boletos'

  app.get(
    '/api/rifas/:id/status',
    {
      schema: describe({ tag, summary: 'Disponibilidad', params: raffleParams, answers: { 200: availabilityAnswer } }),
    },
    async (request, reply) => {
      const availability = await readAvailability(ctx, raffleId(request.params))
      if (!availability) throw notFound('Esta rifa no existe')
      return sendTagged(request, reply, tagJson(availability))
    },
  )

  app.get(
    '/api/rifas/:id/numeros',
    {
      schema: describe({
        tag,
        summary: `Números y su estado; con Accept: ${BITMAP_TYPE}, un bit por número (1 = disponible)`,
        params: raffleParams,
        answers: { 200: z.array(ticketNumber) },
      }),
    },
    async (request, reply) => {
      const id = raffleId(request.params)
      reply.header('vary', 'accept')
      if (request.headers.accept?.includes(BITMAP_TYPE)) {
        const bitmap = await readBitmap(ctx, id)
        if (!bitmap) throw notFound('Esta rifa no existe')
        return sendTagged(request, reply, bitmap)
      }
      const numbers = await readNumbers(ctx, id)
      if (!numbers) throw notFound('Esta rifa no existe')
      reply.header('etag', numbers.etag).header('cache-control', 'no-cache')
      if (request.headers['if-none-match']?.includes(numbers.etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(Readable.from(numbers.chunks))
    },
  )
}
