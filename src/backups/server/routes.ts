import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { BACKUP_CALLS } from '../calls.ts'
import { allowDownload, sendEverything } from './download.ts'
import { readLastCopy } from './last-copy.ts'
import type { Runner } from './nightly/copy-beside.ts'

export function backupRoutes(app: FastifyInstance, ctx: Ctx, runner: Runner): void {
  serve(app, ctx, BACKUP_CALLS, {
    'GET /api/panel/respaldos': () => readLastCopy(ctx),
    'POST /api/panel/respaldos/descarga': async ({ operator, body: { frase, codigo } }) => ({
      pase: await allowDownload(ctx, operator, frase, codigo),
    }),
    'GET /api/panel/respaldos/descarga': ({ operator, query: { pase }, reply }) =>
      sendEverything(ctx, runner, operator, pase, reply),
  })
}
