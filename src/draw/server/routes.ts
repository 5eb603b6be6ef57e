import type { FastifyInstance } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { done, serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import type { Telling } from '#journal/server/append-entry.ts'
import { requirePermit } from '#operators/server/factor/permit.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { isShown, requireRaffle } from '#raffles/server/store.ts'
import { DRAW_CALLS, PANEL_DRAW_CALLS, PAPERS_CALLS, RULE_CALLS } from '../calls.ts'
import { endByHand } from './by-hand/end-by-hand.ts'
import { addNamedPicture, addPicture } from './images/named-pictures.ts'
import { sendList } from './list/send-list.ts'
import { readFinished } from './list-finished.ts'
import { readPanelPapers, savePapers } from './papers/papers.ts'
import { readDocument } from './read-document.ts'
import { readPanelDraw } from './read-panel-draw.ts'
import { readPanelRule, removeRule, setRule } from './rule/change-rule.ts'
import { postponeClose } from './rule/postpone-close.ts'
import { correctResult } from './steps/correct-result.ts'
import { postponeDraw } from './steps/postpone-draw.ts'
import { confirmResult, proposeResult, refuseResult } from './steps/results.ts'
import { suggestResult } from './steps/suggest-result.ts'
import { takeRound } from './steps/take-round.ts'
import {
  changeDetails,
  claimPrize,
  deliverPrize,
  expireWinner,
  type Seen,
  tellWinner,
  undoWinner,
} from './winners/move-winner.ts'

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
    'PUT /api/panel/rifas/:id/papeles': ({ params: { id }, body: { version, papeles }, session }) =>
      done(
        guard(session, id, 'cambiar el permiso de una rifa publicada', (actor) =>
          savePapers(ctx, id, version, papeles, actor),
        ),
        () => readPanelPapers(ctx, id),
      ),
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
    'DELETE /api/panel/rifas/:id/regla': ({ params: { id }, body: { version }, session }) =>
      done(
        guard(session, id, RULE, (actor) => removeRule(ctx, id, version, actor)),
        () => readPanelRule(ctx, id),
      ),
    'POST /api/panel/rifas/:id/aplazar': ({ params: { id }, body, session }) =>
      done(postponeClose(ctx, session, id, body), () => readPanelRule(ctx, id)),
  })
}

function panelDrawRoutes(app: FastifyInstance, ctx: Ctx): void {
  /** Does the deed and answers the new state of the draw. */
  const drawn = (deed: Promise<void>, id: number, operator: Operator) =>
    done(deed, () => readPanelDraw(ctx, id, operator))
  /** A deed with a fresh second factor. */
  const proved =
    <T>(what: string, deed: (ctx: Ctx, id: number, body: T, by: Operator) => Promise<void>) =>
    async (asked: { params: { id: number }; body: T & { codigo: string }; operator: Operator }) => {
      const { params, body, operator } = asked
      await requireFreshFactor(ctx, operator, body.codigo, what)
      return drawn(deed(ctx, params.id, body, operator), params.id, operator)
    }
  const guarded = (session: Session, id: number, write: (actor: Operator) => Promise<void>) =>
    drawn(guardedChange(ctx, session, { what: 'cambiar lo que se lee de un premio', write }), id, session.operator)
  const seen = ({ params, body }: { params: { id: number; ganador: number }; body: { version: number } }): Seen => ({
    rifa: params.id,
    ganador: params.ganador,
    version: body.version,
  })

  serve(app, ctx, PANEL_DRAW_CALLS, {
    'GET /api/panel/rifas/:id/sorteo': ({ params, query, operator }) =>
      readPanelDraw(ctx, params.id, operator, query.numero),
    'POST /api/panel/rifas/:id/sorteo/aplazar': ({ params: { id }, body, session }) =>
      drawn(postponeDraw(ctx, session, id, body), id, session.operator),
    'GET /api/panel/rifas/:id/sorteo/sugerencia': ({ params: { id } }) => suggestResult(ctx, id),
    'POST /api/panel/rifas/:id/sorteo/imagenes': ({ params: { id }, request, operator }) =>
      addPicture(ctx, id, request, operator),
    'POST /api/panel/rifas/:id/sorteo/resultado': proved('escribir lo que salió en la lotería', proposeResult),
    'POST /api/panel/rifas/:id/sorteo/resultado/confirmar': proved(
      'confirmar lo que salió en la lotería',
      confirmResult,
    ),
    'POST /api/panel/rifas/:id/sorteo/resultado/rechazar': ({ params: { id }, body, operator }) =>
      drawn(refuseResult(ctx, id, body, operator), id, operator),
    'POST /api/panel/rifas/:id/sorteo/resultado/corregir': proved('corregir un resultado', correctResult),
    'POST /api/panel/rifas/:id/sorteo/a-mano': ({ params: { id }, body, session }) =>
      drawn(endByHand(ctx, session, id, body), id, session.operator),
    'POST /api/panel/rifas/:id/sorteo/faro': ({ params: { id }, body, operator }) =>
      drawn(takeRound(ctx, id, body, operator), id, operator),

    'PUT /api/panel/rifas/:id/sorteo/ganadores/:ganador': ({ params: { id, ganador }, body, session }) =>
      guarded(session, id, (actor) => changeDetails(ctx, id, ganador, body, actor)),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/avisado': (asked) =>
      drawn(tellWinner(ctx, seen(asked), asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/reclamado': (asked) =>
      drawn(claimPrize(ctx, seen(asked), asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/entregado': (asked) =>
      drawn(deliverPrize(ctx, seen(asked), asked.body.dia, asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/vencido': (asked) =>
      drawn(expireWinner(ctx, seen(asked), asked.body.codigo, asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/deshacer': (asked) =>
      guarded(asked.session, asked.params.id, (actor) => undoWinner(ctx, seen(asked), asked.body.motivo, actor)),
  })
}
