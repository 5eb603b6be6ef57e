import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#access/server/guard.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId, wholeNumberText } from '#platform/whole-number.ts'
import { alikeGroups, alikePage, bulkAnswer, fakeBatch, trait } from '../../contract.ts'
import { findAlike, listGroup } from './find-alike.ts'
import { rejectFakes } from './reject-fakes.ts'

const params = z.object({ id: pathId })
const groupParams = params.extend({ por: trait })
const minutos = z.coerce.number().int().min(1).max(1_440).default(10)
const span = z.object({ minutos })
const page = span.extend({ despues: wholeNumberText.min(0).default(0) })

/** What fakes share, and their rejection all together. */
export function fakeRoutes(app: FastifyInstance, ctx: Ctx): void {
  const tag = 'panel'

  app.get(
    '/api/panel/compras/:id/parecidos',
    {
      schema: describe({
        tag,
        summary: 'Reportes en revisión que comparten algo con este',
        params,
        query: span,
        answers: { 200: alikeGroups },
      }),
    },
    async (request) => {
      await signedIn(ctx, request, 'dueno', 'revisor')
      const known = params.safeParse(request.params)
      if (!known.success) throw notFound('Esa compra no existe')
      return findAlike(ctx, known.data.id, parse(span, request.query).minutos)
    },
  )

  app.get(
    '/api/panel/compras/:id/parecidos/:por',
    {
      schema: describe({
        tag,
        summary: 'Los de un grupo, 500 por página',
        params: groupParams,
        query: page,
        answers: { 200: alikePage },
      }),
    },
    async (request) => {
      const operator = await signedIn(ctx, request, 'dueno', 'revisor')
      const known = groupParams.safeParse(request.params)
      if (!known.success) throw notFound('Ese grupo no existe')
      const { minutos: minutes, despues: after } = parse(page, request.query)
      return listGroup(ctx, known.data.id, { por: known.data.por, minutes, after, operatorId: operator.id })
    },
  )

  app.post(
    '/api/panel/revision/falsas',
    {
      schema: describe({
        tag,
        summary: 'Rechazar como falsos varios reportes; sus boletos quedan libres',
        body: fakeBatch,
        answers: { 200: bulkAnswer },
      }),
    },
    async (request) => {
      const operator = await signedIn(ctx, request, 'dueno', 'revisor')
      return rejectFakes(ctx, parse(fakeBatch, request.body), operator)
    },
  )
}
