import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import type { Actor } from '#journal/actor.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { changeSite } from '#site/server/change-site.ts'
import { PANEL_RAFFLE_CALLS, RAFFLE_CALLS } from '../calls.ts'
import type { RafflePublishing } from '../panel-contract.ts'
import { createRaffle, creationOf } from './create-raffle.ts'
import { guardPrice } from './guard-price.ts'
import { copyImages } from './images/add-image.ts'
import { archiveRaffle, closeRaffle, moveRaffle } from './move-raffle.ts'
import { publishRaffle, settingOf, tagSeen } from './publish-raffle.ts'
import { fieldsOf } from './raffle-columns.ts'
import { listPanelRaffles, readPanelRaffle } from './read-panel-raffles.ts'
import { listOnSale, listPrevious, readRaffle } from './read-raffle.ts'
import { goOnAsked } from './restored.ts'
import { changedMeanwhile, saveRaffle } from './save-raffle.ts'
import { endGraces } from './settle-raffle.ts'
import { findRaffle, isAnyShown, type Raffle, requireRaffle } from './store.ts'
import type { TicketsOfRaffle } from './tickets-of-raffle.ts'

export function raffleRoutes(app: FastifyInstance, ctx: Ctx, tickets: TicketsOfRaffle): void {
  const read = (id: number) => readPanelRaffle(ctx, tickets, id)

  serve(app, ctx, RAFFLE_CALLS, {
    'GET /api/rifas': async ({ request, reply }) => sendTagged(request, reply, tagJson(await listOnSale(ctx))),
    'GET /api/rifas/rifas/:id': async ({ params, request, reply }) => {
      const raffle = await readRaffle(ctx, params.id)
      if (!raffle) throw notFound('Esta rifa no existe')
      return sendTagged(request, reply, tagJson(raffle))
    },
    'GET /api/rifas/anteriores': async ({ request, reply }) =>
      sendTagged(request, reply, tagJson(await listPrevious(ctx))),
  })

  serve(app, ctx, PANEL_RAFFLE_CALLS, {
    'GET /api/panel/rifas': async () => ({ rifas: await listPanelRaffles(ctx, tickets) }),
    'GET /api/panel/rifas/:id': ({ params }) => read(params.id),
    'POST /api/panel/rifas': async ({ body: { clave, campos }, operator }) =>
      read(await createRaffle(ctx, campos, operator, null, creationOf(clave, campos))),
    'POST /api/panel/rifas/:id': ({ params: { id }, body, session }) =>
      done(saveRaffle(ctx, tickets, id, body, session), () => read(id)),
    'POST /api/panel/rifas/:id/duplicar': async ({ params, body, operator }) =>
      read(await copyRaffle(ctx, params.id, { clave: body.clave, actor: operator })),
    'POST /api/panel/rifas/:id/publicar': ({ params: { id }, body, session }) =>
      done(publishPriced(ctx, id, body, session), () => read(id)),
    'POST /api/panel/rifas/:id/pagina': async ({ params: { id }, body: { pagina, vista }, session }) => {
      await requireRaffle(ctx.db.read, id)
      const page = settingOf(pagina)
      await guardedChange(ctx, session, {
        what: 'cambiar la rifa de una página',
        seen: isAnyShown,
        write: (owner) => changeSite(ctx, { [page]: id }, owner, { [page]: vista }),
      })
      return read(id)
    },
    'POST /api/panel/rifas/:id/pausar': ({ params: { id }, operator }) =>
      done(moveRaffle(ctx, tickets, id, 'pausar', operator), () => read(id)),
    'POST /api/panel/rifas/:id/reanudar': ({ params: { id }, operator }) =>
      done(moveRaffle(ctx, tickets, id, 'reanudar', operator), () => read(id)),
    'POST /api/panel/rifas/:id/cerrar': ({ params: { id }, body, operator }) =>
      done(closeRaffle(ctx, tickets, id, body.codigo, operator), () => read(id)),
    'POST /api/panel/rifas/:id/seguir': ({ params: { id }, body, operator }) =>
      done(goOnAsked(ctx, tickets, id, body.codigo, operator), () => read(id)),
    'POST /api/panel/rifas/:id/terminar-correcciones': async ({ params: { id }, body, operator }) => {
      await requireFreshFactor(ctx, operator, body.codigo, 'no esperar más correcciones')
      await endGraces(ctx, tickets, id, operator)
      return read(id)
    },
    'POST /api/panel/rifas/:id/archivar': ({ params: { id }, operator }) =>
      done(archiveRaffle(ctx, id, true, operator), () => read(id)),
    'POST /api/panel/rifas/:id/recuperar': ({ params: { id }, operator }) =>
      done(archiveRaffle(ctx, id, false, operator), () => read(id)),
  })
}

/**
 * A draft like that raffle, with its pictures and without its day: the next raffle has another. Its rule begins with that one's.
 * @param clave of the request, so that sending it twice makes one copy.
 * @returns its id.
 * @throws AppError 404, 422 CLAVE_REUTILIZADA
 */
async function copyRaffle(ctx: Ctx, id: number, { clave, actor }: { clave: string; actor: Actor }): Promise<number> {
  const raffle = await requireRaffle(ctx.db.read, id)
  const fields = { ...fieldsOf(raffle), fecha: '' }
  // Of the raffle's id, not of its fields: those may change before a retry after a lost answer.
  const creation = creationOf(clave, { copia: id })
  return createRaffle(ctx, fields, actor, (tx, copy, now) => copyImages(tx, id, copy, clave, now), creation, id)
}

/**
 * Puts a draft on sale from the panel, as its owner saw it: nobody else's words go on sale with an owner's proof. One with a rate of its own
 * is guarded as a change of the rate, and one that accepts nearly right amounts as turning that on: otherwise a draft would be the way around it.
 * @throws AppError those of publishRaffle and guardPrice, and 409 VERSION_VIEJA when the draft is another than the one that was seen
 */
async function publishPriced(
  ctx: Ctx,
  id: number,
  { paginas, vista, regla, fecha, ...given }: RafflePublishing,
  session: Session,
): Promise<void> {
  const found = await findRaffle(ctx.db.read, id)
  const draft = found?.estado === 'borrador' && found.archivada_en === null ? found : null
  const requireSeen = async (sql: Sql, raffle: Raffle) => {
    const isSeen = raffle.regla_sha256 === regla && (regla !== null || raffle.fecha === fecha)
    // A draft that was none at first has not shown its price to `guardPrice`.
    const isKnown = draft !== null || raffle.estado === 'publicada'
    if (isKnown && isSeen && (await tagSeen(sql, raffle)) === vista) return
    throw changedMeanwhile(raffle)
  }
  if (draft) await requireSeen(ctx.db.read, draft)
  const priced = draft?.tasa_usd ? await guardPrice(ctx, { ...draft, tasa_usd: null }, draft, given) : null
  await guardedChange(ctx, session, {
    what: 'publicar una rifa',
    factor: draft?.acepta_cercanos === 1,
    ...priced,
    write: (owner) => publishRaffle(ctx, id, owner, paginas, requireSeen),
  })
}
