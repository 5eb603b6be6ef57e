import type { FastifyInstance } from 'fastify'
import { signedIn } from '#access/server/guard.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { notices } from '../notices-contract.ts'
import { changeNotices, readNotices } from './change-notices.ts'

const tag = 'panel'

/** The mails of new payments, each for himself: those who judge payments. */
export function noticeRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/panel/avisos',
    { schema: describe({ tag, summary: 'Tus avisos de pagos nuevos', answers: { 200: notices } }) },
    async (request) => {
      const { id } = await signedIn(ctx, request, 'dueno', 'revisor')
      return readNotices(ctx.db.read, id)
    },
  )

  app.post(
    '/api/panel/avisos',
    { schema: describe({ tag, summary: 'Cambiar tus avisos', body: notices, answers: { 200: notices } }) },
    async (request) => {
      const operator = await signedIn(ctx, request, 'dueno', 'revisor')
      await changeNotices(ctx, operator, parse(notices, request.body))
      return readNotices(ctx.db.read, operator.id)
    },
  )
}
