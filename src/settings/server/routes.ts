import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SETTING_CALLS } from '../calls.ts'
import { changeSetting } from './change-setting.ts'
import { readPanelSettings } from './read-settings.ts'

export function settingRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, SETTING_CALLS, {
    'GET /api/panel/servidor': () => readPanelSettings(ctx),
    'POST /api/panel/servidor/direccion': async ({ operator, body, request }) => {
      // The guard of every change has compared it with this host: the owner's browser is there now, so buyers can be too.
      const publica = request.headers.origin ?? `${request.protocol}://${request.host}`
      await changeSetting(ctx, operator, 'direccion', { ...body, valor: { publica } })
      return readPanelSettings(ctx)
    },
    'DELETE /api/panel/servidor/:ajuste': async ({ operator, params, body }) => {
      await changeSetting(ctx, operator, params.ajuste, { ...body, valor: null })
      return readPanelSettings(ctx)
    },
  })
}
