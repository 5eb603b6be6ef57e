import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { sendTagged, tagJson } from '#platform/server/http/etag.ts'
import { METHOD_CALLS, OFFER_CALLS } from '../calls.ts'
import { accountName } from '../methods.ts'
import { deleteMethod } from './delete-method.ts'
import { findAltered } from './find-altered.ts'
import { listOffered } from './list-methods.ts'
import { orderMethods } from './order-methods.ts'
import { type CountPaying, readPanelMethods } from './read-panel-methods.ts'
import { createMethod, saveMethod } from './save-method.ts'

/** @param isInUse whether money that came in is of that account. */
export function paymentMethodRoutes(
  app: FastifyInstance,
  ctx: Ctx,
  countPaying: CountPaying,
  isInUse: (sql: Sql, id: number) => Promise<boolean>,
): void {
  const read = () => readPanelMethods(ctx, countPaying)

  serve(app, ctx, OFFER_CALLS, {
    'GET /api/rifas/metodo-pago': async ({ request, reply }) =>
      sendTagged(request, reply, tagJson(await listOffered(ctx))),
  })

  serve(app, ctx, METHOD_CALLS, {
    'GET /api/panel/metodos': read,
    'GET /api/panel/metodos/alterados': async () => {
      const altered = await ctx.db.consistent((sql) => findAltered(ctx, sql))
      return {
        alterados: altered.map(({ id, titulo, row }) => ({
          id,
          titulo: row ? accountName({ tipo: row.tipo, titulo }) : titulo,
        })),
      }
    },
    'POST /api/panel/metodos': async ({ body, session }) => {
      await createMethod(ctx, body, session)
      return read()
    },
    'POST /api/panel/metodos/orden': async ({ body, operator }) => {
      await orderMethods(ctx, body.ids, operator)
      return read()
    },
    'POST /api/panel/metodos/:id': async ({ params, body, session }) => {
      await saveMethod(ctx, params.id, body, session)
      return read()
    },
    'DELETE /api/panel/metodos/:id': async ({ params, body, operator }) => {
      await deleteMethod(ctx, params.id, body.version, operator, isInUse)
      return read()
    },
  })
}
