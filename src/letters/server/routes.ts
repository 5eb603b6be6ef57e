import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import { stepOf } from '#draw/server/course.ts'
import { listSteps } from '#draw/server/store.ts'
import { tellPostponed } from '#draw/tell-outcome.ts'
import { hasMailServer } from '#mail/server/mail-server.ts'
import type { Ctx } from '#platform/server/context.ts'
import { requireRaffle } from '#raffles/server/store.ts'
import { LETTER_CALLS } from '../calls.ts'
import type { ToldByHand } from '../contract.ts'
import { statesOf } from './people.ts'
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
    'POST /api/panel/rifas/:id/cartas/prueba': ({ params, body, operator }) =>
      done(sendTestLetter(ctx, params.id, body, operator), () => ({ para: operator.correo })),
    'POST /api/panel/rifas/:id/cartas': async ({ params, body, session }) =>
      describeLetter(ctx, await startLetter(ctx, params.id, body, session)),
    'POST /api/panel/cartas/:id/detener': async ({ params, operator }) =>
      describeLetter(ctx, await stopLetter(ctx, params.id, operator)),
    'POST /api/panel/cartas/:id/continuar': async ({ params, body, operator }) =>
      describeLetter(ctx, await goOn(ctx, params.id, body.al_dia, operator)),
  })
}

const PAGE = 100

/** Buyers that no mail reaches, each phone once. @param despues the last purchase of the page before. @throws AppError 404 */
async function readByHand(ctx: Ctx, rifa_id: number, despues: number): Promise<ToldByHand> {
  const sql = ctx.db.read
  const raffle = await requireRaffle(sql, rifa_id)
  const of = sql
    .selectFrom('purchases')
    .where('rifa_id', '=', rifa_id)
    .where('estado', 'in', statesOf('todos'))
    .where('telefono', '!=', '')
    .$if(hasMailServer(ctx), (some) =>
      some.where(({ or, eb, selectFrom }) =>
        or([eb('correo_normal', '=', ''), eb('correo_normal', 'in', selectFrom('mail_suppressions').select('correo'))]),
      ),
    )
  const [all, rows, steps] = await Promise.all([
    of.select(({ fn }) => fn.count<number>('telefono').distinct().as('cuantos')).executeTakeFirstOrThrow(),
    sql
      .selectFrom('purchases')
      .select(['id', 'codigo', 'nombre', 'telefono'])
      .where('id', 'in', of.select(({ fn }) => fn.min('id').as('id')).groupBy('telefono'))
      .where('id', '>', despues)
      .orderBy('id')
      .limit(PAGE + 1)
      .execute(),
    listSteps(sql, rifa_id),
  ])
  const moved = steps.map((texto) => stepOf({ texto })).findLast(({ tipo }) => tipo === 'aplazado')
  const shown = rows.slice(0, PAGE)
  return {
    cuantos: Number(all.cuantos),
    personas: shown.map(({ id, ...person }) => ({ compra_id: id, ...person })),
    novedad: moved?.tipo === 'aplazado' ? tellPostponed(moved) : '',
    rifa: raffle.titulo,
    siguiente: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  }
}
