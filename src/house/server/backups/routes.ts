import type { FastifyInstance } from 'fastify'
import { done, serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { BACKUP_CALLS } from '../../calls.ts'
import { readPanelSettings } from '../settings/read-settings.ts'
import { allowDownload, sendEverything } from './download.ts'
import { readLastCopy } from './last-copy.ts'
import { copyBeside, type Runner } from './nightly/copy-beside.ts'
import { copyNow } from './nightly/night.ts'
import { savePlace } from './setting/save-place.ts'

export function backupRoutes(app: FastifyInstance, ctx: Ctx, runner: Runner): void {
  const closing = new AbortController()
  const asked = new Set<Promise<void>>()
  app.addHook('onClose', async () => {
    closing.abort()
    await Promise.all(asked)
  })
  serve(app, ctx, BACKUP_CALLS, {
    'GET /api/panel/respaldos': () => readLastCopy(ctx),
    'POST /api/panel/respaldos/ahora': async () => {
      const make = (id: number, ended: AbortSignal) => copyBeside(runner, ctx.config, id, ended)
      const { made } = await copyNow(ctx, make, closing.signal)
      asked.add(made)
      void made.finally(() => asked.delete(made))
      return readLastCopy(ctx)
    },
    'POST /api/panel/respaldos/ajuste': ({ session, body }) =>
      done(savePlace(ctx, session, body), () => readPanelSettings(ctx)),
    'POST /api/panel/respaldos/descarga': async ({ operator, body: { frase, codigo } }) => ({
      pase: await allowDownload(ctx, operator, frase, codigo),
    }),
    'GET /api/panel/respaldos/descarga': ({ operator, query: { pase }, reply }) =>
      sendEverything(ctx, runner, operator, pase, reply),
  })
}
