import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { appendEntry } from '#journal/server/append-entry.ts'
import { signedIn } from '#operators/server/guard.ts'
import { dayInCaracas } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { purchaseFilter } from '#purchases/panel-contract.ts'
import { writeCsv } from './csv.ts'
import { countExport, exportPurchases, PURCHASE_COLUMNS } from './export-purchases.ts'
import { writeXlsx } from './xlsx.ts'

const query = purchaseFilter.extend({ formato: z.enum(['csv', 'xlsx']).default('xlsx') })

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Files of what the panel shows, for owners. */
export function exportRoutes(app: FastifyInstance, ctx: Ctx): void {
  app.get(
    '/api/panel/exportar/compras',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Las compras que muestra la lista, como archivo',
        query,
        answers: { 200: z.string() },
      }),
    },
    async (request, reply) => {
      const owner = await signedIn(ctx, request, 'dueno')
      const { formato, ...filtro } = parse(query, request.query)
      const { buscar, ...known } = filtro
      const filas = await countExport(ctx.db.read, filtro)
      const now = ctx.clock.now()
      // Before the first byte: nothing leaves that the journal does not know of.
      await ctx.db.write('sitio', (tx) =>
        appendEntry(tx, {
          ambito: 'sitio',
          en: now,
          actor: owner.nombre,
          accion: 'compras exportadas',
          // What was searched for can be a person's: the journal, which is for ever, only says that there was something.
          datos: { formato, filas, ...known, ...(buscar === undefined ? {} : { buscar: 'un texto' }) },
        }),
      )
      const pages = exportPurchases(ctx.db.read, filtro)
      const file =
        formato === 'csv'
          ? Readable.from(writeCsv(PURCHASE_COLUMNS, pages))
          : writeXlsx('Compras', PURCHASE_COLUMNS, pages)
      return reply
        .type(TYPES[formato])
        .header('cache-control', 'no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', `attachment; filename="compras-${dayInCaracas(now)}.${formato}"`)
        .send(file)
    },
  )
}
