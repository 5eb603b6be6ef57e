import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { BLOCK_CALLS } from '../../calls.ts'
import { blockPerson, listBlocked, unblockPerson } from './blocked-people.ts'

/** Routes about people who may not buy. */
export function blockedRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, BLOCK_CALLS, {
    'GET /api/panel/bloqueados': async () => ({ bloqueados: await listBlocked(ctx.db.read) }),
    'POST /api/panel/bloqueados': ({ body, operator }) => blockPerson(ctx, body, operator),
    'DELETE /api/panel/bloqueados/:id': ({ params, operator }) => unblockPerson(ctx, params.id, operator),
  })
}
