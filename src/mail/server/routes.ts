import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Instant } from '#platform/clock.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse, pathId } from '#platform/server/http/parse.ts'
import { type OutboxItem, type OutboxMail, type OutboxPage, outboxMail, outboxPage, outboxQuery } from '../contract.ts'
import { resendMail } from './resend-mail.ts'
import { countMail, findMail, listMail, type OutboxLine, type OutboxRow } from './store.ts'

/** Who asks, or an error: operators are a room below this one, so the composition hands their guard in. */
export type MailGuard = (request: FastifyRequest, deed: 'ver' | 'reenviar') => Promise<{ nombre: string }>

const PAGE = 50
const params = z.object({ id: pathId })

/** The operator's outbox. */
export function mailRoutes(app: FastifyInstance, ctx: Ctx, guard: MailGuard): void {
  app.get(
    '/api/panel/correos',
    { schema: describe({ tag: 'panel', summary: 'Correos', query: outboxQuery, answers: { 200: outboxPage } }) },
    async (request): Promise<OutboxPage> => {
      await guard(request, 'ver')
      const query = parse(outboxQuery, request.query)
      const [lines, pendientes, fallidos] = await Promise.all([
        listMail(ctx.db.read, query, PAGE + 1),
        countMail(ctx.db.read, 'pendiente'),
        countMail(ctx.db.read, 'fallido'),
      ])
      const shown = lines.slice(0, PAGE)
      return {
        correos: shown.map((line) => describeLine(line, ctx.clock.now())),
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
      await guard(request, 'ver')
      const row = await findMail(ctx.db.read, mailId(request))
      if (!row) throw notFound('Ese correo no existe')
      return describeMail(row, ctx.clock.now())
    },
  )

  app.post(
    '/api/panel/correos/:id/reenviar',
    { schema: describe({ tag: 'panel', summary: 'Enviar un correo otra vez', params, answers: { 200: outboxMail } }) },
    async (request): Promise<OutboxMail> => {
      const { nombre } = await guard(request, 'reenviar')
      return describeMail(await resendMail(ctx, mailId(request), nombre), ctx.clock.now())
    },
  )
}

function mailId(request: FastifyRequest): number {
  const { data } = params.safeParse(request.params)
  if (!data) throw notFound('Ese correo no existe')
  return data.id
}

function describeLine(line: OutboxLine, now: Instant): OutboxItem {
  return {
    id: line.id,
    para: line.para,
    para_nombre: line.para_nombre,
    asunto: line.asunto,
    compra_id: line.compra_id,
    estado: line.estado,
    en_camino: line.estado === 'pendiente' && line.arrendado_hasta > now,
    intentos: line.intentos,
    creado_en: new Date(line.creado_en).toISOString(),
    proximo_en: new Date(line.proximo_en).toISOString(),
    enviado_en: line.enviado_en === null ? null : new Date(line.enviado_en).toISOString(),
    ultimo_error: line.ultimo_error,
    reservado: line.reservado === 1,
  }
}

function describeMail(row: OutboxRow, now: Instant): OutboxMail {
  const hidden = row.reservado === 1
  return { ...describeLine(row, now), texto: hidden ? '' : row.texto, html: hidden ? '' : row.html }
}
