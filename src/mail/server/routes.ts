import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId } from '#platform/whole-number.ts'
import { type OutboxMail, type OutboxPage, outboxMail, outboxPage, outboxQuery, resending } from '../contract.ts'
import { resendMail } from './care/resend-mail.ts'
import { describeLines, describeMail, mailId } from './describe-mail.ts'
import { mayWithMail } from './guard.ts'
import { countMail, findMail, listMail } from './store.ts'

const PAGE = 50
const params = z.object({ id: pathId })

/** The operator's outbox. */
export function mailRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/panel/correos',
    { schema: describe({ tag: 'panel', summary: 'Correos', query: outboxQuery, answers: { 200: outboxPage } }) },
    async (request): Promise<OutboxPage> => {
      await mayWithMail(ctx, request, 'ver')
      const query = parse(outboxQuery, request.query)
      const [lines, pendientes, fallidos] = await Promise.all([
        listMail(ctx.db.read, query, PAGE + 1),
        countMail(ctx.db.read, 'pendiente'),
        countMail(ctx.db.read, 'fallido'),
      ])
      const shown = lines.slice(0, PAGE)
      return {
        correos: await describeLines(ctx, shown),
        pendientes,
        fallidos,
        activo: ctx.config.mail.smtpUrl !== null,
        siguiente: lines.length > PAGE ? String(shown.at(-1)?.id) : null,
      }
    },
  )

  app.get(
    '/api/panel/correos/:id',
    { schema: describe({ tag: 'panel', summary: 'Un correo', params, answers: { 200: outboxMail } }) },
    async (request): Promise<OutboxMail> => {
      await mayWithMail(ctx, request, 'ver')
      const row = await findMail(ctx.db.read, mailId(request))
      if (!row) throw notFound('Ese correo no existe')
      return describeMail(ctx, row)
    },
  )

  app.post(
    '/api/panel/correos/:id/reenviar',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Enviar un correo otra vez',
        params,
        body: resending,
        answers: { 200: outboxMail },
      }),
    },
    async (request): Promise<OutboxMail> => {
      const { nombre } = await mayWithMail(ctx, request, 'reenviar')
      const id = mailId(request)
      const { reenvios } = parse(resending, request.body)
      return describeMail(ctx, await resendMail(ctx, id, reenvios, nombre))
    },
  )
}
