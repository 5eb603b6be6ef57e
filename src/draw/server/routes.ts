import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import type { Telling } from '#journal/server/append-entry.ts'
import { requirePermit } from '#operators/server/factor/permit.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { isShown, requireRaffle } from '#raffles/server/store.ts'
import { DRAW_CALLS, PAPERS_CALLS, RULE_CALLS } from '../calls.ts'
import { addNamedPicture } from './images/named-pictures.ts'
import { sendList } from './list/send-list.ts'
import { readFinished } from './list-finished.ts'
import { panelDrawRoutes } from './panel-draw-routes.ts'
import { readPanelPapers, savePapers } from './papers/papers.ts'
import { readDocument } from './read-document.ts'
import { removeRule, setRule } from './rule/change-rule.ts'
import { postponeClose } from './rule/postpone-close.ts'
import { readPanelRule } from './rule/read-rule.ts'

const RULE = 'cambiar la regla de una rifa publicada'

export function drawRoutes(app: FastifyInstance, ctx: Ctx): void {
  panelDrawRoutes(app, ctx)

  const guard = <T>(session: Session, id: number, what: string, write: (actor: Telling) => Promise<T>) =>
    guardedChange(ctx, session, { what, seen: isShown(id), write })

  serve(app, ctx, DRAW_CALLS, {
    'GET /api/rifas/sorteos': async ({ query, request, reply }) => {
      const page = await readFinished(ctx, query.pagina)
      if (!page) throw notFound('No hay más sorteos')
      return sendTagged(request, reply, tagJson(page))
    },
    'GET /api/rifas/:id/sorteo': async ({ params, request, reply }) => {
      const document = await readDocument(ctx, params.id)
      if (!document) throw notFound('Esta rifa no tiene una regla publicada')
      return sendTagged(request, reply, tagJson(document))
    },
    'GET /api/rifas/:id/sorteo/lista': ({ params, request, reply }) => sendList(ctx, params.id, request, reply),
  })

  serve(app, ctx, PAPERS_CALLS, {
    'GET /api/panel/rifas/:id/papeles': ({ params }) => readPanelPapers(ctx, params.id),
    'PUT /api/panel/rifas/:id/papeles': async ({ params: { id }, body: { version, papeles }, session }) => {
      await guard(session, id, 'cambiar el permiso de una rifa publicada', (actor) =>
        savePapers(ctx, id, version, papeles, actor),
      )
      return readPanelPapers(ctx, id)
    },
    'POST /api/panel/rifas/:id/fotos': ({ params: { id }, request, operator }) =>
      addNamedPicture(ctx, id, request, operator),
  })

  serve(app, ctx, RULE_CALLS, {
    'GET /api/panel/rifas/:id/regla': ({ params }) => readPanelRule(ctx, params.id),
    'PUT /api/panel/rifas/:id/regla': async ({ params: { id }, body: { version, regla, publica }, session }) => {
      const draft = publica && (await requireRaffle(ctx.db.read, id))
      if (draft) requirePermit(ctx, session, 'publicar una rifa', draft.acepta_cercanos === 1)
      await guard(session, id, RULE, (actor) => setRule(ctx, id, version, regla, actor))
      return readPanelRule(ctx, id)
    },
    'DELETE /api/panel/rifas/:id/regla': async ({ params: { id }, body: { version }, session }) => {
      await guard(session, id, RULE, (actor) => removeRule(ctx, id, version, actor))
      return readPanelRule(ctx, id)
    },
    'POST /api/panel/rifas/:id/aplazar': async ({ params: { id }, body, session }) => {
      await postponeClose(ctx, session, id, body)
      return readPanelRule(ctx, id)
    },
  })
}
