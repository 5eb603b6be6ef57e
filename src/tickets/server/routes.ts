import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { BITMAP_TYPE, TICKET_CALLS } from '../calls.ts'
import { readBitmap, readNumbers } from './numbers/read-numbers.ts'
import { readAvailability } from './read-availability.ts'

export function ticketRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, TICKET_CALLS, {
    'GET /api/rifas/:id/status': async ({ params, request, reply }) => {
      const availability = await readAvailability(ctx, params.id)
      if (!availability) throw notFound('Esta rifa no existe')
      return sendTagged(request, reply, tagJson(availability))
    },
    'GET /api/rifas/:id/numeros': async ({ params: { id }, request, reply }) => {
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
  })
}
