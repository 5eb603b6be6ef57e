import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import { bigint, check, creating, integer, of, primary, text } from '#platform/server/db/create-table.ts'

/** Who wants a mail when payments were reported; nobody without a row. */
export interface ReportNoticesTable {
  operador_id: number
  /** Minutes that pass at least between two of them. */
  cada_minutos: number
  /** When the last one was written. */
  avisado_en: Instant
  /** Reports up to that instant were told of. */
  visto_hasta: Instant
}

/** To whom the books go by mail. */
export interface BookMailsTable {
  correo: string
  cada: 'dia' | 'semana' | 'mes'
  /** The period whose mail was written last, `2026-11-23`, or in which he was added. */
  enviado: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    report_notices: ReportNoticesTable
    book_mails: BookMailsTable
  }
}

export const reportsSchema = [
  creating('2026-11-22-12-reports', async ({ table }) => {
    await table('report_notices', {
      operador_id: of(primary(bigint), 'operators.id', 'cascade'),
      cada_minutos: integer,
      avisado_en: bigint,
      visto_hasta: bigint,
    })
  }),
  creating('2026-11-23-25-book-mails', ({ table }) =>
    table('book_mails', {
      correo: primary(text),
      cada: check(text, sql`cada in ('dia', 'semana', 'mes')`),
      enviado: text,
    }),
  ),
]
