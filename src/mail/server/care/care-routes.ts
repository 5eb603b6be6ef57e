import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { pathId } from '#platform/whole-number.ts'
import {
  addressCorrection,
  mailServerState,
  outboxMail,
  retryAnswer,
  suppressionRemoval,
  suppressions,
  testAnswer,
} from '../../contract.ts'
import { sendTest } from '../delivery/send-test.ts'
import { describeMail, mailId } from '../describe-mail.ts'
import { type CorrectBuyer, mayWithMail, type ReadBrand } from '../guard.ts'
import { readServerState } from '../read-server-state.ts'
import { correctAddress } from './correct-address.ts'
import { retryFailed } from './retry-failed.ts'
import { listSuppressions, unsuppress } from './suppressions.ts'

const params = z.object({ id: pathId })

/** What an operator does about mail that does not arrive. */
export function mailCareRoutes(app: FastifyInstance, ctx: Ctx, readBrand: ReadBrand, correctBuyer: CorrectBuyer): void {
  app.get(
    '/api/panel/correos/servidor',
    { schema: describe({ tag: 'panel', summary: 'Cómo va el servidor de correo', answers: { 200: mailServerState } }) },
    async (request) => {
      await mayWithMail(ctx, request, 'ver')
      return readServerState(ctx)
    },
  )

  app.post(
    '/api/panel/correos/:id/corregir',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Corregir la dirección y reenviar',
        params,
        body: addressCorrection,
        answers: { 200: outboxMail },
      }),
    },
    async (request) => {
      const actor = await mayWithMail(ctx, request, 'reenviar')
      const { para } = parse(addressCorrection, request.body)
      return describeMail(ctx, await correctAddress(ctx, mailId(request), para, actor, correctBuyer))
    },
  )

  app.post(
    '/api/panel/correos/reintentar',
    { schema: describe({ tag: 'panel', summary: 'Reenviar los que fallaron', answers: { 200: retryAnswer } }) },
    async (request) => {
      const { nombre } = await mayWithMail(ctx, request, 'reenviar')
      return { reenviados: await retryFailed(ctx, nombre) }
    },
  )

  app.post(
    '/api/panel/correos/prueba',
    { schema: describe({ tag: 'panel', summary: 'Un correo de prueba a uno mismo', answers: { 200: testAnswer } }) },
    async (request) => {
      const to = await mayWithMail(ctx, request, 'reenviar')
      await sendTest(ctx, await readBrand(), to)
      return { para: to.correo }
    },
  )

  app.get(
    '/api/panel/correos/suprimidas',
    { schema: describe({ tag: 'panel', summary: 'Direcciones que no existen', answers: { 200: suppressions } }) },
    async (request) => {
      await mayWithMail(ctx, request, 'ver')
      const rows = await listSuppressions(ctx.db.read)
      return { suprimidas: rows.map((row) => ({ ...row, en: new Date(row.en).toISOString() })) }
    },
  )

  app.delete(
    '/api/panel/correos/suprimidas',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Volver a escribir a una dirección',
        body: suppressionRemoval,
        answers: { 204: z.null() },
      }),
    },
    async (request, reply) => {
      const { nombre } = await mayWithMail(ctx, request, 'reenviar')
      await unsuppress(ctx, parse(suppressionRemoval, request.body).correo, nombre)
      return reply.status(204).send()
    },
  )
}
