import type { Instant } from '#platform/clock.ts'
import { bigint, creating, integer, of, primary } from '#platform/server/db/create-table.ts'

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

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    report_notices: ReportNoticesTable
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
]
