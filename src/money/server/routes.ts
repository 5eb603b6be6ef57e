import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { JOINING_CALLS, RECONCILIATION_CALLS } from '../calls.ts'
import { findOwing } from './find-owing.ts'
import { decideMoney, decideRefund } from './links/decide-money.ts'
import { joinMoney, partMoney } from './links/join-money.ts'
import { listToReturn } from './links/list-to-return.ts'
import { listSuggestions, listUnpaid } from './list-suggestions.ts'
import { listUnreported } from './list-unreported.ts'
import { readOverview } from './read-overview.ts'
import { readVerdicts } from './read-verdicts.ts'

export function reconciliationRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, RECONCILIATION_CALLS, {
    'GET /api/panel/conciliacion': () => readOverview(ctx),
    'GET /api/panel/conciliacion/novedad': async () => ({ novedad: await readNews(ctx) }),
    'GET /api/panel/conciliacion/veredictos': async ({ query }) => ({
      veredictos: await readVerdicts(ctx, query.compras),
    }),
    'GET /api/panel/conciliacion/sugerencias': ({ query: { ver, despues } }) => listSuggestions(ctx, ver, despues),
    'GET /api/panel/conciliacion/reportes': ({ query }) => findOwing(ctx, query.buscar),
    'GET /api/panel/conciliacion/sin-reporte': ({ query }) => listUnreported(ctx, query),
    'GET /api/panel/conciliacion/sin-dinero': ({ query }) => listUnpaid(ctx, query.despues),
    'GET /api/panel/conciliacion/por-devolver': () => listToReturn(ctx),
  })

  const verdictOf = async (id: number) => {
    const veredicto = (await readVerdicts(ctx, [id]))[id]
    if (!veredicto) throw notFound('Esa compra no existe')
    return { veredicto }
  }
  serve(app, ctx, JOINING_CALLS, {
    'POST /api/panel/conciliacion/unir': async ({ body, operator }) => {
      await joinMoney(ctx, body, operator)
      return verdictOf(body.compra_id)
    },
    'POST /api/panel/conciliacion/desunir': async ({ body, operator }) => {
      await partMoney(ctx, body, operator)
      return verdictOf(body.compra_id)
    },
    'POST /api/panel/conciliacion/movimientos/:id': ({ params, body, operator }) =>
      decideMoney(ctx, params.id, body, operator),
    'POST /api/panel/conciliacion/por-devolver/:id': async ({ params, body, operator }) => {
      await decideRefund(ctx, params.id, body, operator)
      return verdictOf(params.id)
    },
  })
}

/** Ids are taken before their rows are there, and not every transaction ends in the order of its ids. */
const NEWEST = 50

/**
 * A text that changes once money came in or somebody reported: the sum of the newest ids. Each new row makes it larger, also
 * one whose id is not the newest. The database is not queried while nothing is written.
 */
function readNews(ctx: Ctx): Promise<string> {
  return ctx.snapshots.get('conciliacion:novedad', async () => {
    const newest = async (table: 'movements' | 'purchases') => {
      const rows = await ctx.db.read.selectFrom(table).select('id').orderBy('id', 'desc').limit(NEWEST).execute()
      return rows.reduce((sum, { id }) => sum + Number(id), 0)
    }
    const [money, reports] = await Promise.all([newest('movements'), newest('purchases')])
    return { value: `${money}.${reports}` }
  })
}
