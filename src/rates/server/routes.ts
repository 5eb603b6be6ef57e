import type { FastifyInstance } from 'fastify'
import { signedIn } from '#operators/server/guard.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { parse } from '#platform/server/http/parse.ts'
import { publishedRate, rateAnswer, rateChoice, rateStatus } from '../contract.ts'
import { rateInForce } from './current-rate.ts'
import { readStatus } from './read-status.ts'
import { chooseReference, enterRate, setFixedRate } from './set-rate.ts'

export function rateRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/rifas/tasa-bcv',
    {
      schema: describe({
        tag: 'rifas',
        summary: 'La tasa que convierte los totales a bolívares',
        answers: { 200: rateAnswer },
      }),
    },
    async (request, reply) => {
      const rate = await rateInForce(ctx)
      if (!rate) {
        throw new AppError(
          503,
          'TASA_NO_DISPONIBLE',
          'No hay tasa',
          'Confirma el monto en bolívares con soporte antes de pagar.',
        )
      }
      return sendTagged(request, reply, tagJson(rate))
    },
  )

  app.get(
    '/api/panel/tasa',
    { schema: describe({ tag: 'panel', summary: 'La tasa y sus avisos', answers: { 200: rateStatus } }) },
    async (request) => {
      await signedIn(ctx, request)
      return readStatus(ctx)
    },
  )

  app.post(
    '/api/panel/tasa',
    { schema: describe({ tag: 'panel', summary: 'Elegir la tasa', body: rateChoice, answers: { 200: rateStatus } }) },
    async (request) => {
      const { nombre } = await signedIn(ctx, request, 'dueno')
      const choice = parse(rateChoice, request.body)
      if (choice.referencia === 'fija' && choice.tasa !== undefined) await setFixedRate(ctx, choice.tasa, nombre)
      else await chooseReference(ctx, choice.referencia, nombre)
      return readStatus(ctx)
    },
  )

  app.post(
    '/api/panel/tasa/publicada',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Escribir una tasa que publicó el BCV',
        body: publishedRate,
        answers: { 200: rateStatus },
      }),
    },
    async (request) => {
      const { nombre } = await signedIn(ctx, request, 'dueno')
      await enterRate(ctx, parse(publishedRate, request.body), nombre)
      return readStatus(ctx)
    },
  )
}
