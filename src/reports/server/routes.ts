import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Operator } from '#access/contract.ts'
import { done, serve } from '#access/server/serve.ts'
import type { Session } from '#access/server/session.ts'
import type { Deed } from '#journal/deeds.ts'
import { noteInSite, type Telling } from '#journal/server/append-entry.ts'
import { readBooks } from '#money/server/books/read-books.ts'
import { readMonth } from '#money/server/books/read-month.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { dayInCaracas, type Instant, writeInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { BOOK_CALLS, EXPORT_CALLS, HOME_CALLS, type Notices } from '../calls.ts'
import type { Column } from '../cell.ts'
import {
  ACCOUNT_COLUMNS,
  BOOK_COLUMNS,
  bookLines,
  daysOf,
  MONTH_COLUMNS,
  monthLines,
  REFUND_COLUMNS,
} from './books/export-books.ts'
import { writeCsv } from './csv.ts'
import { sendDossier } from './dossier/send-dossier.ts'
import { exportJournal, JOURNAL_COLUMNS } from './export-journal.ts'
import { countExport, exportPurchases, PURCHASE_COLUMNS } from './export-purchases.ts'
import { onePage } from './pages.ts'
import { readFirstSteps } from './read-first-steps.ts'
import { readHome } from './read-home.ts'
import { sheetOf, writeXlsx } from './xlsx.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export function reportRoutes(app: FastifyInstance, ctx: Ctx): void {
  /** Before the first byte: nothing leaves that the journal does not know of. */
  const note = (actor: Telling, accion: Deed, datos: Record<string, unknown>) =>
    ctx.db.write('sitio', (tx) => noteInSite(tx, ctx.clock.now(), actor, accion, datos))

  serve(app, ctx, HOME_CALLS, {
    'GET /api/panel/inicio': ({ operator }) => readHome(ctx, operator),
    'POST /api/panel/hora': async ({ operator, body }) => {
      await requireFreshFactor(ctx, operator, body.codigo, 'confirmar la hora del servidor')
      await note(operator, 'hora confirmada', { hora: writeInstant(ctx.clock.now()) })
      return readHome(ctx, operator)
    },
    'GET /api/panel/empezar': async ({ operator }) => ({ pasos: await readFirstSteps(ctx, operator) }),
    'GET /api/panel/avisos': ({ operator }) => readNotices(ctx.db.read, operator.id),
    'POST /api/panel/avisos': ({ operator, body }) =>
      done(changeNotices(ctx, operator, body), () => readNotices(ctx.db.read, operator.id)),
  })

  const take = (session: Session, accion: Deed, datos: Record<string, unknown>) =>
    guardedChange(ctx, session, { what: 'descargar los datos', write: (actor) => note(actor, accion, datos) })

  function send(reply: FastifyReply, formato: keyof typeof TYPES, archivo: string, file: Readable) {
    const name = `${archivo}-${dayInCaracas(ctx.clock.now())}.${formato}`
    return reply
      .type(TYPES[formato])
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(file)
  }

  function sendRows<Row>(
    reply: FastifyReply,
    { formato, nombre }: { formato: keyof typeof TYPES; nombre: string },
    columns: readonly Column<Row>[],
    pages: AsyncIterable<Row[]>,
  ) {
    const file =
      formato === 'csv' ? Readable.from(writeCsv(columns, pages)) : writeXlsx(sheetOf(nombre, columns, pages))
    return send(reply, formato, nombre.toLowerCase(), file)
  }

  serve(app, ctx, BOOK_CALLS, {
    'GET /api/panel/rifas/:id/libros': ({ params }) => readBooks(ctx, ctx.db.read, params.id),
    'GET /api/panel/rifas/:id/libros/excel': async ({ operator, params: { id }, reply }) => {
      const books = await readBooks(ctx, ctx.db.read, id)
      await note(operator, 'libros exportados', { rifa_id: id })
      const file = writeXlsx(
        sheetOf('Libros', BOOK_COLUMNS, onePage(bookLines(books))),
        sheetOf('Cuentas', ACCOUNT_COLUMNS, onePage(books.cuentas)),
      )
      return send(reply, 'xlsx', `libros-rifa-${id}`, file)
    },
    'GET /api/panel/libros/mes/excel': async ({ operator, query: { mes }, reply }) => {
      const { rifas, devoluciones, cuentas } = await readMonth(ctx.db.read, daysOf(mes))
      await note(operator, 'cierre exportado', { mes })
      const file = writeXlsx(
        sheetOf('Rifas', MONTH_COLUMNS, onePage(monthLines(rifas))),
        sheetOf('Devoluciones', REFUND_COLUMNS, onePage(devoluciones)),
        sheetOf('Cuentas', ACCOUNT_COLUMNS, onePage(cuentas)),
      )
      return send(reply, 'xlsx', `cierre-${mes}`, file)
    },
    'POST /api/panel/rifas/:id/expediente': ({ operator, params, body, reply }) =>
      sendDossier(ctx, operator, params.id, body.codigo, reply),
  })

  serve(app, ctx, EXPORT_CALLS, {
    'GET /api/panel/exportar/compras': async ({ session, query: { formato, ...filtro }, reply }) => {
      const { buscar, ...known } = filtro
      const filas = await countExport(ctx.db.read, filtro)
      // A search text can be about a person: the journal, which is for ever, only notes that there was one.
      const searched = buscar === undefined ? {} : { buscar: 'un texto' }
      await take(session, 'compras exportadas', { formato, filas, ...known, ...searched })
      return sendRows(reply, { formato, nombre: 'Compras' }, PURCHASE_COLUMNS, exportPurchases(ctx.db.read, filtro))
    },
    'GET /api/panel/exportar/diario': ({ session, query: { formato, ...filtro }, reply }) =>
      done(take(session, 'diario exportado', { formato, ...filtro }), () =>
        sendRows(reply, { formato, nombre: 'Diario' }, JOURNAL_COLUMNS, exportJournal(ctx.db.read, filtro)),
      ),
  })
}

async function readNotices(sql: Sql, operatorId: number): Promise<Notices> {
  const row = await sql
    .selectFrom('report_notices')
    .select('cada_minutos')
    .where('operador_id', '=', operatorId)
    .executeTakeFirst()
  return { correo_cada: (row?.cada_minutos ?? null) as Notices['correo_cada'] }
}

/** Turns the operator's mails about new payments on, off, or more or less frequent. Only later reports count. */
function changeNotices(ctx: Ctx, operator: Operator, { correo_cada }: Notices): Promise<void> {
  return ctx.db.write('operadores', async (tx) => {
    const before = await readNotices(tx, operator.id)
    if (before.correo_cada === correo_cada) return
    const now = ctx.clock.now()
    if (correo_cada === null) {
      await tx.deleteFrom('report_notices').where('operador_id', '=', operator.id).execute()
    } else {
      const row = { operador_id: operator.id, cada_minutos: correo_cada, avisado_en: 0 as Instant, visto_hasta: now }
      await tx
        .insertInto('report_notices')
        .values(row)
        .onConflict((conflict) => conflict.column('operador_id').doUpdateSet({ cada_minutos: correo_cada }))
        .execute()
    }
    await noteInSite(tx, now, operator, 'avisos de pagos cambiados', {
      operador_id: operator.id,
      antes: before,
      ahora: { correo_cada },
    })
  })
}
