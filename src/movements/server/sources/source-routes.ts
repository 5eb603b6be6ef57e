import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { SOURCE_CALLS } from '../../calls.ts'
import { decideReceipt } from '../receipts/decide-receipt.ts'
import { listReceipts } from '../receipts/list-receipts.ts'
import { keepPasted, previewPasted } from '../receipts/paste-notices.ts'
import { addSource, changeKey, changeSource } from './change-source.ts'
import { listSources } from './list-sources.ts'

export function sourceRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, SOURCE_CALLS, {
    'GET /api/panel/fuentes': () => listSources(ctx),
    'POST /api/panel/fuentes': async ({ session, body }) => {
      const llave = await addSource(ctx, session, body)
      return { ...(await listSources(ctx)), llave }
    },
    'POST /api/panel/fuentes/:id': async ({ session, params, body }) => {
      await changeSource(ctx, session, params.id, body)
      return listSources(ctx)
    },
    'POST /api/panel/fuentes/:id/clave': async ({ session, params, body }) => {
      const llave = await changeKey(ctx, session, params.id, body)
      return { ...(await listSources(ctx)), llave }
    },
    'GET /api/panel/fuentes/recibos': () => listReceipts(ctx),
    'POST /api/panel/fuentes/recibos/:id': async ({ operator, params, body }) => {
      await decideReceipt(ctx, operator, params.id, body)
      return listReceipts(ctx)
    },
    'POST /api/panel/fuentes/pegar/vista': ({ body }) => previewPasted(ctx, body),
    'POST /api/panel/fuentes/pegar': ({ operator, body }) => keepPasted(ctx, operator, body),
  })
}
