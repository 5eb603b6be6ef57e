import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { parse, pathId } from '#platform/server/http/parse.ts'
import { availabilityAnswer, holdAnswer, newHold, ticketNumber } from '../contract.ts'
import { readAvailability } from './read-availability.ts'
import { readHold } from './read-hold.ts'
import { BITMAP_TYPE, readBitmap, readNumbers } from './read-numbers.ts'
import { releaseHold } from './release-hold.ts'
import { renewHold } from './renew-hold.ts'
import { takeHold } from './take-hold.ts'

const raffleParams = z.object({ id: pathId })
const holdParams = z.object({ token: z.string().max(64) })

function raffleId(params: unknown): number {
  const parsed = raffleParams.safeParse(params)
  if (!parsed.success) throw notFound('Esta rifa no existe')
  return parsed.data.id
}

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

  app.post(
    '/api/rifas/:id/apartados',
    {
      schema: describe({
        tag,
        summary: 'Apartar boletos 600 segundos',
        params: raffleParams,
        body: newHold,
        answers: { 201: holdAnswer },
      }),
    },
    async (request, reply) => {
      const hold = await takeHold(ctx, raffleId(request.params), parse(newHold, request.body))
      return reply.code(201).send(hold)
    },
  )

  app.get(
    '/api/rifas/apartados/:token',
    { schema: describe({ tag, summary: 'Cuánto tiempo queda', params: holdParams, answers: { 200: holdAnswer } }) },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      return readHold(ctx, parse(holdParams, request.params).token)
    },
  )

  app.post(
    '/api/rifas/apartados/:token/renovar',
    {
      schema: describe({
        tag,
        summary: 'Otros 600 segundos, una sola vez',
        params: holdParams,
        answers: { 200: holdAnswer },
      }),
    },
    async (request) => renewHold(ctx, parse(holdParams, request.params).token),
  )

  app.delete(
    '/api/rifas/apartados/:token',
    {
      schema: describe({
        tag,
        summary: 'Soltar los boletos apartados',
        params: holdParams,
        answers: { 204: z.null() },
      }),
    },
    async (request, reply) => {
      await releaseHold(ctx, parse(holdParams, request.params).token)
      return reply.code(204).send()
    },
  )
}
