import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { LETTER_CALLS } from '../calls.ts'
import { readByHand } from './read-by-hand.ts'
import { describeLetter, readLetters, readRaffleLetters } from './read-letters.ts'
import { startLetter } from './start-letter.ts'
import { goOn, stopLetter } from './stop-letter.ts'
import { previewLetter, sendTestLetter } from './test-letter.ts'

export function letterRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, LETTER_CALLS, {
    'GET /api/panel/cartas': () => readLetters(ctx),
    'GET /api/panel/rifas/:id/cartas': ({ params }) => readRaffleLetters(ctx, params.id),
    'GET /api/panel/rifas/:id/cartas/a-mano': ({ params, query }) => readByHand(ctx, params.id, query.despues),
    'POST /api/panel/rifas/:id/cartas/vista': ({ params, body }) => previewLetter(ctx, params.id, body),
    'POST /api/panel/rifas/:id/cartas/prueba': async ({ params, body, operator }) => {
      await sendTestLetter(ctx, params.id, body, operator)
      return { para: operator.correo }
    },
    'POST /api/panel/rifas/:id/cartas': async ({ params, body, session }) =>
      describeLetter(ctx, await startLetter(ctx, params.id, body, session)),
    'POST /api/panel/cartas/:id/detener': async ({ params, operator }) =>
      describeLetter(ctx, await stopLetter(ctx, params.id, operator)),
    'POST /api/panel/cartas/:id/continuar': async ({ params, body, operator }) =>
      describeLetter(ctx, await goOn(ctx, params.id, body.al_dia, operator)),
  })
}
