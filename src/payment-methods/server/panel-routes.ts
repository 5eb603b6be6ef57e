import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#access/server/guard.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse, pathId } from '#platform/server/http/parse.ts'
import { alteredMethods, methodOrder, methodRemoval, methodSave, newMethod, panelMethods } from '../contract.ts'
import { deleteMethod } from './delete-method.ts'
import { findAltered } from './find-altered.ts'
import { orderMethods } from './order-methods.ts'
import { type CountPaying, readPanelMethods } from './read-panel-methods.ts'
import { createMethod, saveMethod } from './save-method.ts'

const params = z.object({ id: pathId })
const answers = { 200: panelMethods }

/** Where buyers pay, for the owners. Everyone of the panel is told when it was changed outside of it. */
export function paymentMethodPanelRoutes(app: FastifyInstance, ctx: Ctx, countPaying: CountPaying): void {
  const read = () => readPanelMethods(ctx, countPaying)

  app.get(
    '/api/panel/metodos',
    { schema: describe({ tag: 'panel', summary: 'Dónde se paga, para los dueños', answers }) },
    async (request) => {
      await signedIn(ctx, request, 'dueno')
      return read()
    },
  )

  app.get(
    '/api/panel/metodos/alterados',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Métodos cambiados fuera del panel',
        answers: { 200: alteredMethods },
      }),
    },
    async (request) => {
      await signedIn(ctx, request)
      const altered = await ctx.db.consistent(findAltered)
      return { alterados: altered.map(({ id, titulo }) => ({ id, titulo })) }
    },
  )

  app.post(
    '/api/panel/metodos',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Agregar dónde se paga',
        body: newMethod,
        answers: { 201: panelMethods },
      }),
    },
    async (request, reply) => {
      const owner = await signedIn(ctx, request, 'dueno')
      await createMethod(ctx, parse(newMethod, request.body), owner)
      return reply.status(201).send(await read())
    },
  )

  app.post(
    '/api/panel/metodos/orden',
    { schema: describe({ tag: 'panel', summary: 'Ordenar los métodos', body: methodOrder, answers }) },
    async (request) => {
      const { nombre } = await signedIn(ctx, request, 'dueno')
      await orderMethods(ctx, parse(methodOrder, request.body).ids, nombre)
      return read()
    },
  )

  app.post(
    '/api/panel/metodos/:id',
    { schema: describe({ tag: 'panel', summary: 'Cambiar dónde se paga', params, body: methodSave, answers }) },
    async (request) => {
      const owner = await signedIn(ctx, request, 'dueno')
      await saveMethod(ctx, methodId(request), parse(methodSave, request.body), owner)
      return read()
    },
  )

  app.delete(
    '/api/panel/metodos/:id',
    { schema: describe({ tag: 'panel', summary: 'Borrar un método', params, body: methodRemoval, answers }) },
    async (request) => {
      const { nombre } = await signedIn(ctx, request, 'dueno')
      await deleteMethod(ctx, methodId(request), parse(methodRemoval, request.body).version, nombre)
      return read()
    },
  )
}

function methodId(request: FastifyRequest): number {
  const { data } = params.safeParse(request.params)
  if (!data) throw notFound('Ese método de pago no existe')
  return data.id
}
