import type { FastifyInstance } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import type { Ctx } from '#platform/server/context.ts'
import { PANEL_DRAW_CALLS } from '../calls.ts'
import type { PanelDraw } from '../draw-contract.ts'
import { endByHand } from './by-hand/end-by-hand.ts'
import { readPanelDraw } from './read-panel-draw.ts'
import { correctResult } from './steps/correct-result.ts'
import { postponeDraw } from './steps/postpone-draw.ts'
import { confirmResult, proposeResult, refuseResult } from './steps/results.ts'
import { suggestResult } from './steps/suggest-result.ts'
import { takeRound } from './steps/take-round.ts'
import { addPicture } from './winners/add-picture.ts'
import {
  changeDetails,
  claimPrize,
  deliverPrize,
  expireWinner,
  type Seen,
  tellWinner,
  undoWinner,
} from './winners/move-winner.ts'

export function panelDrawRoutes(app: FastifyInstance, ctx: Ctx): void {
  /** Does the deed and answers the new state of the draw. */
  const done = async (deed: Promise<void>, id: number, operator: Operator): Promise<PanelDraw> => {
    await deed
    return readPanelDraw(ctx, id, operator)
  }
  /** A deed with a fresh second factor. */
  const proved =
    <T>(what: string, deed: (ctx: Ctx, id: number, body: T, by: Operator) => Promise<void>) =>
    async (asked: { params: { id: number }; body: T & { codigo: string }; operator: Operator }) => {
      const { params, body, operator } = asked
      await requireFreshFactor(ctx, operator, body.codigo, what)
      return done(deed(ctx, params.id, body, operator), params.id, operator)
    }
  const guarded = (session: Session, id: number, write: (actor: Operator) => Promise<void>) =>
    done(guardedChange(ctx, session, { what: 'cambiar lo que se lee de un premio', write }), id, session.operator)
  const seen = ({ params, body }: { params: { id: number; ganador: number }; body: { version: number } }): Seen => ({
    rifa: params.id,
    ganador: params.ganador,
    version: body.version,
  })

  serve(app, ctx, PANEL_DRAW_CALLS, {
    'GET /api/panel/rifas/:id/sorteo': ({ params, query, operator }) =>
      readPanelDraw(ctx, params.id, operator, query.numero),
    'POST /api/panel/rifas/:id/sorteo/aplazar': ({ params: { id }, body, session }) =>
      done(postponeDraw(ctx, session, id, body), id, session.operator),
    'GET /api/panel/rifas/:id/sorteo/sugerencia': ({ params: { id } }) => suggestResult(ctx, id),
    'POST /api/panel/rifas/:id/sorteo/imagenes': ({ params: { id }, request, operator }) =>
      addPicture(ctx, id, request, operator),
    'POST /api/panel/rifas/:id/sorteo/resultado': proved('escribir lo que salió en la lotería', proposeResult),
    'POST /api/panel/rifas/:id/sorteo/resultado/confirmar': proved(
      'confirmar lo que salió en la lotería',
      confirmResult,
    ),
    'POST /api/panel/rifas/:id/sorteo/resultado/rechazar': ({ params: { id }, body, operator }) =>
      done(refuseResult(ctx, id, body, operator), id, operator),
    'POST /api/panel/rifas/:id/sorteo/resultado/corregir': proved('corregir un resultado', correctResult),
    'POST /api/panel/rifas/:id/sorteo/a-mano': ({ params: { id }, body, session }) =>
      done(endByHand(ctx, session, id, body), id, session.operator),
    'POST /api/panel/rifas/:id/sorteo/faro': ({ params: { id }, body, operator }) =>
      done(takeRound(ctx, id, body, operator), id, operator),

    'PUT /api/panel/rifas/:id/sorteo/ganadores/:ganador': ({ params: { id, ganador }, body, session }) =>
      guarded(session, id, (actor) => changeDetails(ctx, id, ganador, body, actor)),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/avisado': (asked) =>
      done(tellWinner(ctx, seen(asked), asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/reclamado': (asked) =>
      done(claimPrize(ctx, seen(asked), asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/entregado': (asked) =>
      done(deliverPrize(ctx, seen(asked), asked.body.dia, asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/vencido': (asked) =>
      done(expireWinner(ctx, seen(asked), asked.body.codigo, asked.operator), asked.params.id, asked.operator),
    'POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/deshacer': (asked) =>
      guarded(asked.session, asked.params.id, (actor) => undoWinner(ctx, seen(asked), asked.body.motivo, actor)),
  })
}
