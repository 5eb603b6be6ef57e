import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SETTINGS } from '#platform/settings.ts'
import { isWebLink, readAddress } from '#platform/web-link.ts'
import { proveSource } from '#rates/server/fetch-rate.ts'
import { SETTING_CALLS } from '../calls.ts'
import { changeSetting } from './change-setting.ts'
import { readPanelSettings } from './read-settings.ts'
import { dropMail, saveMail } from './save-mail.ts'

export function settingRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, SETTING_CALLS, {
    'GET /api/panel/servidor': () => readPanelSettings(ctx),
    'POST /api/panel/servidor/correo': async ({ session, body }) => {
      await saveMail(ctx, session, body)
      return readPanelSettings(ctx)
    },
    'POST /api/panel/servidor/tasa': async ({ session, body }) => {
      const { fuente } = body.valor
      // A source inside of the house is named by the environment: here nobody sends the server where only it can go.
      if (!isWebLink(fuente)) {
        const says = 'Escribe la dirección de una página pública que empiece por https://'
        throw refusal('DATOS_INVALIDOS', { campos: { fuente: says } })
      }
      await changeSetting(ctx, session, 'tasa', body, { prove: () => proveSource(ctx, fuente) })
      return readPanelSettings(ctx)
    },
    'POST /api/panel/servidor/direccion': async ({ session, body, request }) => {
      // The guard of every change has compared it with this host: the owner's browser is there now, so buyers can be too.
      const seen = readAddress(request.headers.origin ?? `${request.protocol}://${request.host}`)
      const valor = SETTINGS.direccion.schema.safeParse({ publica: seen?.origin }).data
      if (valor === undefined) throw notAnAddress()
      await changeSetting(ctx, session, 'direccion', { ...body, valor })
      return readPanelSettings(ctx)
    },
    'DELETE /api/panel/servidor/:ajuste': async ({ session, params, body }) => {
      if (params.ajuste === 'correo') await dropMail(ctx, session, body)
      else await changeSetting(ctx, session, params.ajuste, { ...body, valor: null })
      return readPanelSettings(ctx)
    },
  })
}

function notAnAddress(): AppError {
  const says =
    'No entendemos la dirección en la que estás. Abre el panel en la que usarán tus compradores, que empieza por https://'
  return refusal('DATOS_INVALIDOS', { details: says })
}
