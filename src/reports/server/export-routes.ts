import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { signedIn } from '#access/server/guard.ts'
import { type JournalLine, type JournalQuery, journalQuery } from '#journal/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { readJournal } from '#journal/server/read-journal.ts'
import { tellActor, tellDeed, tellFields } from '#journal/tell-deed.ts'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { describe } from '#platform/server/http/describe.ts'
import { parse } from '#platform/server/http/parse.ts'
import { purchaseFilter } from '#purchases/panel-contract.ts'
import type { Column } from '../cell.ts'
import { writeCsv } from './csv.ts'
import { countExport, exportPurchases, PURCHASE_COLUMNS } from './export-purchases.ts'
import { writeXlsx } from './xlsx.ts'

/** The columns of the file, in its order: the words of the screen, and what each line changed in one cell. */
export const JOURNAL_COLUMNS: readonly Column<JournalLine>[] = [
  { titulo: 'Cuándo', ancho: 17, cell: (line) => ({ momento: Date.parse(line.en) as Instant }) },
  { titulo: 'Quién', ancho: 24, cell: (line) => ({ texto: tellActor(line.actor) }) },
  { titulo: 'Qué hizo', ancho: 44, cell: (line) => ({ texto: tellDeed(line) }) },
  { titulo: 'Rifa', ancho: 8, cell: (line) => ({ texto: line.rifa_id === null ? '' : String(line.rifa_id) }) },
  { titulo: 'Cambios', ancho: 80, cell: (line) => ({ texto: tellFields(line).map(tellField).join('; ') }) },
  { titulo: 'Línea', ancho: 10, cell: (line) => ({ texto: String(line.id) }) },
]

const format = z.enum(['csv', 'xlsx']).default('xlsx')
const purchases = purchaseFilter.extend({ formato: format })
const journal = journalQuery.omit({ despues: true }).extend({ formato: format })

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Files of what the panel shows, for owners. */
export function exportRoutes(app: FastifyInstance, ctx: Ctx): void {
  /** Before the first byte: nothing leaves that the journal does not know of. */
  const note = (actor: string, accion: Deed, datos: Record<string, unknown>) =>
    ctx.db.write('sitio', (tx) => appendEntry(tx, { ambito: 'sitio', en: ctx.clock.now(), actor, accion, datos }))

  function send<Row>(
    reply: FastifyReply,
    { formato, nombre }: { formato: keyof typeof TYPES; nombre: string },
    columns: readonly Column<Row>[],
    pages: AsyncIterable<Row[]>,
  ) {
    const file = formato === 'csv' ? Readable.from(writeCsv(columns, pages)) : writeXlsx(nombre, columns, pages)
    const name = `${nombre.toLowerCase()}-${dayInCaracas(ctx.clock.now())}.${formato}`
    return reply
      .type(TYPES[formato])
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)
  }

  app.get(
    '/api/panel/exportar/compras',
    {
      schema: describe({
        tag: 'panel',
        summary: 'Las compras que muestra la lista, como archivo',
        query: purchases,
        answers: { 200: z.string() },
      }),
    },
    async (request, reply) => {
      const owner = await signedIn(ctx, request, 'dueno')
      const { formato, ...filtro } = parse(purchases, request.query)
      const { buscar, ...known } = filtro
      const filas = await countExport(ctx.db.read, filtro)
      // What was searched for can be a person's: the journal, which is for ever, only says that there was something.
      const searched = buscar === undefined ? {} : { buscar: 'un texto' }
      await note(owner.nombre, 'compras exportadas', { formato, filas, ...known, ...searched })
      return send(reply, { formato, nombre: 'Compras' }, PURCHASE_COLUMNS, exportPurchases(ctx.db.read, filtro))
    },
  )

  app.get(
    '/api/panel/exportar/diario',
    {
      schema: describe({
        tag: 'panel',
        summary: 'El diario que muestra la pantalla, como archivo',
        query: journal,
        answers: { 200: z.string() },
      }),
    },
    async (request, reply) => {
      const owner = await signedIn(ctx, request, 'dueno')
      const { formato, ...filtro } = parse(journal, request.query)
      await note(owner.nombre, 'diario exportado', { formato, ...filtro })
      return send(reply, { formato, nombre: 'Diario' }, JOURNAL_COLUMNS, exportJournal(ctx.db.read, filtro))
    },
  )
}

function tellField({ nombre, antes, ahora, cambio }: ReturnType<typeof tellFields>[number]): string {
  return cambio && antes !== null ? `${nombre}: ${antes} → ${ahora}` : `${nombre}: ${ahora}`
}

/** The lines that the screen shows with these filters, page by page, newest first. */
async function* exportJournal(sql: Sql, query: JournalQuery): AsyncGenerator<JournalLine[]> {
  let despues: string | undefined
  do {
    const { lineas, siguiente } = await readJournal(sql, { ...query, ...(despues && { despues }) })
    yield lineas
    despues = siguiente ?? undefined
    await new Promise(setImmediate)
  } while (despues !== undefined)
}
