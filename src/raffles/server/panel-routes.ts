import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#access/server/guard.ts'
import { anyCode } from '#operators/contract.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId } from '#platform/whole-number.ts'
import { changeSite } from '#site/server/change-site.ts'
import {
  panelRaffle,
  panelRaffles,
  raffleCopy,
  raffleCreation,
  rafflePlacing,
  rafflePublishing,
  raffleSave,
} from '../panel-contract.ts'
import { createRaffle, creationOf } from './create-raffle.ts'
import { copyImages } from './images/add-image.ts'
import { archiveRaffle, closeRaffle, moveRaffle } from './move-raffle.ts'
import { publishPriced } from './publish-priced.ts'
import { settingOf } from './publish-raffle.ts'
import { fieldsOf } from './raffle-columns.ts'
import { listPanelRaffles, readPanelRaffle } from './read-panel-raffles.ts'
import { saveRaffle } from './save-raffle.ts'
import { endGraces } from './settle-raffle.ts'
import { findRaffle } from './store.ts'
import type { TicketsOfRaffle } from './tickets-of-raffle.ts'

const LONGEST_TITLE = 120
const COPY = ' (copia)'

const params = z.object({ id: pathId })
const answers = { 200: panelRaffle }
const tag = 'panel'

/** The raffles of the panel: owners change them, everybody of it sees them. */
export function rafflePanelRoutes(app: FastifyInstance, ctx: Ctx, tickets: TicketsOfRaffle): void {
  const read = (id: number) => readPanelRaffle(ctx, tickets, id)
  const owner = (request: FastifyRequest) => signedIn(ctx, request, 'dueno')

  app.get(
    '/api/panel/rifas',
    { schema: describe({ tag, summary: 'Todas las rifas, con lo vendido', answers: { 200: panelRaffles } }) },
    async (request) => {
      await signedIn(ctx, request)
      return { rifas: await listPanelRaffles(ctx, tickets) }
    },
  )

  app.get(
    '/api/panel/rifas/:id',
    { schema: describe({ tag, summary: 'Una rifa con todo lo que se decide de ella', params, answers }) },
    async (request) => {
      await signedIn(ctx, request)
      return read(raffleId(request))
    },
  )

  app.post(
    '/api/panel/rifas',
    {
      schema: describe({
        tag,
        summary: 'Crear una rifa en borrador',
        body: raffleCreation,
        answers: { 201: panelRaffle },
      }),
    },
    async (request, reply) => {
      const { nombre } = await owner(request)
      const { clave, campos } = parse(raffleCreation, request.body)
      const id = await createRaffle(ctx, campos, nombre, null, creationOf(clave, campos))
      return reply.status(201).send(await read(id))
    },
  )

  app.post(
    '/api/panel/rifas/:id',
    { schema: describe({ tag, summary: 'Cambiar una rifa', params, body: raffleSave, answers }) },
    async (request) => {
      const operator = await owner(request)
      const id = raffleId(request)
      await saveRaffle(ctx, tickets, id, parse(raffleSave, request.body), operator)
      return read(id)
    },
  )

  app.post(
    '/api/panel/rifas/:id/duplicar',
    {
      schema: describe({
        tag,
        summary: 'Otra igual, en borrador',
        params,
        body: raffleCopy,
        answers: { 201: panelRaffle },
      }),
    },
    async (request, reply) => {
      const { nombre } = await owner(request)
      const { clave } = parse(raffleCopy, request.body)
      return reply.status(201).send(await read(await copyRaffle(ctx, raffleId(request), clave, nombre)))
    },
  )

  app.post(
    '/api/panel/rifas/:id/publicar',
    { schema: describe({ tag, summary: 'Poner un borrador en venta', params, body: rafflePublishing, answers }) },
    async (request) => {
      const operator = await owner(request)
      const id = raffleId(request)
      const { paginas, ...given } = parse(rafflePublishing, request.body)
      await publishPriced(ctx, id, paginas, given, operator)
      return read(id)
    },
  )

  app.post(
    '/api/panel/rifas/:id/pagina',
    { schema: describe({ tag, summary: 'Mostrarla en una página', params, body: rafflePlacing, answers }) },
    async (request) => {
      const { nombre } = await owner(request)
      const id = raffleId(request)
      const { pagina, vista } = parse(rafflePlacing, request.body)
      if (!(await findRaffle(ctx.db.read, id))) throw notFound('Esta rifa no existe')
      await changeSite(ctx, { [settingOf(pagina)]: id }, nombre, { seen: { [settingOf(pagina)]: vista } })
      return read(id)
    },
  )

  for (const [move, summary] of [
    ['pausar', 'Dejar de vender por un rato'],
    ['reanudar', 'Volver a vender'],
  ] as const) {
    app.post(
      `/api/panel/rifas/:id/${move}`,
      { schema: describe({ tag, summary, params, answers }) },
      async (request) => {
        const { nombre } = await owner(request)
        const id = raffleId(request)
        await moveRaffle(ctx, tickets, id, move, nombre)
        return read(id)
      },
    )
  }

  app.post(
    '/api/panel/rifas/:id/cerrar',
    { schema: describe({ tag, summary: 'Terminar la venta', params, body: anyCode, answers }) },
    async (request) => {
      const operator = await owner(request)
      const id = raffleId(request)
      await closeRaffle(ctx, tickets, id, parse(anyCode, request.body).codigo, operator)
      return read(id)
    },
  )

  app.post(
    '/api/panel/rifas/:id/terminar-correcciones',
    {
      schema: describe({
        tag,
        summary: 'No esperar más correcciones de una rifa cerrada',
        params,
        body: anyCode,
        answers,
      }),
    },
    async (request) => {
      const operator = await owner(request)
      const id = raffleId(request)
      await requireFreshFactor(ctx, operator, parse(anyCode, request.body).codigo, 'no esperar más correcciones')
      await endGraces(ctx, tickets, id, operator.nombre)
      return read(id)
    },
  )

  for (const [path, summary, away] of [
    ['archivar', 'Guardarla fuera de la lista', true],
    ['recuperar', 'Devolverla a la lista', false],
  ] as const) {
    app.post(
      `/api/panel/rifas/:id/${path}`,
      { schema: describe({ tag, summary, params, answers }) },
      async (request) => {
        const { nombre } = await owner(request)
        const id = raffleId(request)
        await archiveRaffle(ctx, id, away, nombre)
        return read(id)
      },
    )
  }
}

function raffleId(request: FastifyRequest): number {
  const { data } = params.safeParse(request.params)
  if (!data) throw notFound('Esta rifa no existe')
  return data.id
}

/**
 * A draft like that raffle, with its pictures and without its day: the next raffle has another.
 * @param clave of the request, so that sending it twice makes one copy.
 * @returns its id.
 * @throws AppError 404, 422 CLAVE_REUTILIZADA
 */
async function copyRaffle(ctx: Ctx, id: number, clave: string, actor: string): Promise<number> {
  const raffle = await findRaffle(ctx.db.read, id)
  if (!raffle) throw notFound('Esta rifa no existe')
  const titulo = `${raffle.titulo.slice(0, LONGEST_TITLE - COPY.length)}${COPY}`
  const fields = { ...fieldsOf(raffle), titulo, fecha: '' }
  // Of which raffle, not of its fields: those may change before a lost answer is asked for again.
  const creation = creationOf(clave, { copia: id })
  return createRaffle(ctx, fields, actor, (tx, copy, now) => copyImages(tx, id, copy, clave, now), creation)
}
