import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import type { Ctx } from '#platform/server/context.ts'
import { RECONCILIATION_CALLS } from '../calls.ts'
import { listSuggestions, listUnpaid } from './list-suggestions.ts'
import { listUnreported } from './list-unreported.ts'
import { readOverview } from './read-overview.ts'
import { readVerdicts } from './read-verdicts.ts'

export function reconciliationRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, RECONCILIATION_CALLS, {
    'GET /api/panel/conciliacion': () => readOverview(ctx),
    'GET /api/panel/conciliacion/veredictos': async ({ query }) => ({
      veredictos: await readVerdicts(ctx, query.compras),
    }),
    'GET /api/panel/conciliacion/sugerencias': ({ query: { ver, despues } }) => listSuggestions(ctx, ver, despues),
    'GET /api/panel/conciliacion/sin-reporte': ({ query }) => listUnreported(ctx, query),
    'GET /api/panel/conciliacion/sin-dinero': ({ query }) => listUnpaid(ctx, query.despues),
  })
}
