import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { pathId } from '#platform/whole-number.ts'
import { previousRaffle, raffleAnswer } from '../contract.ts'
import { listOnSale, listPrevious, readRaffle } from './read-raffle.ts'

const params = z.object({ id: pathId })

export function raffleRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/rifas',
    { schema: describe({ tag: 'rifas', summary: 'Rifas en venta', answers: { 200: z.array(raffleAnswer) } }) },
    async (request, reply) => sendTagged(request, reply, tagJson(await listOnSale(ctx))),
  )

  app.get(
    '/api/rifas/rifas/:id',
    { schema: describe({ tag: 'rifas', summary: 'Una rifa', params, answers: { 200: raffleAnswer } }) },
    async (request, reply) => {
      const id = params.safeParse(request.params).data?.id
      const raffle = id === undefined ? null : await readRaffle(ctx, id)
      if (!raffle) throw notFound('Esta rifa no existe')
      return sendTagged(request, reply, tagJson(raffle))
    },
  )

  app.get(
    '/api/rifas/anteriores',
    { schema: describe({ tag: 'rifas', summary: 'Rifas anteriores', answers: { 200: z.array(previousRaffle) } }) },
    async (request, reply) => sendTagged(request, reply, tagJson(await listPrevious(ctx))),
  )
}
