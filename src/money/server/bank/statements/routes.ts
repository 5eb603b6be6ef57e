import type { FastifyInstance } from 'fastify'
import { serve } from '#access/server/serve.ts'
import { accountsToChoose } from '#payment-methods/server/read-account.ts'
import { allMethods } from '#payment-methods/server/store.ts'
import type { Ctx } from '#platform/server/context.ts'
import { idsOf } from '#platform/server/db/many.ts'
import { STATEMENT_CALLS } from '../../../calls.ts'
import { readUntil } from '../read-until.ts'
import { importStatement } from './import-statement.ts'
import { previewStatement } from './preview-statement.ts'
import { receiveStatement } from './receive-statement.ts'
import { type ImportRow, listImports } from './statement-store.ts'

export function statementRoutes(app: FastifyInstance, ctx: Ctx): void {
  serve(app, ctx, STATEMENT_CALLS, {
    'GET /api/panel/extractos': async () => {
      const [methods, imports] = await Promise.all([allMethods(ctx.db.read), listImports(ctx.db.read)])
      const until = await readUntil(ctx.db.read, idsOf(methods))
      return {
        cuentas: accountsToChoose(methods, until).map(({ id, titulo }) => ({
          metodo_id: id,
          titulo,
          leido_hasta: iso(until.get(id)),
        })),
        importaciones: imports.map((row) => describeImport(row)),
      }
    },
    'POST /api/panel/extractos/vista': async ({ request }) => previewStatement(ctx, await receiveStatement(request)),
    'POST /api/panel/extractos': async ({ request, operator }) => {
      const { duda: _, ...done } = await importStatement(ctx, await receiveStatement(request), operator)
      return describeImport(done)
    },
  })
}

function describeImport<Row extends ImportRow>({ leido_hasta: _, por_id: __, empezado_en, terminado_en, ...row }: Row) {
  return { ...row, empezado_en: new Date(empezado_en).toISOString(), terminado_en: iso(terminado_en) }
}

const iso = (at: number | null | undefined) => (at == null ? null : new Date(at).toISOString())
