import { operators } from '#access/server/schema.ts'
import { creatingTables, instant, integer, of, primary, table } from '#platform/server/db/table.ts'

/** Operators who want a mail about new reports; without a row, none. */
export const reportNotices = table(
  'report_notices',
  {
    operador_id: primary(of(operators, 'id', 'cascade')),
    /** Minutes that pass at least between two of them. */
    cada_minutos: integer(),
    /** When the last one was written. */
    avisado_en: instant(),
    /** Reports up to that instant are in a mail already. */
    visto_hasta: instant(),
  },
  {
    deadlines: [
      { column: 'avisado_en', most: 0 },
      { column: 'visto_hasta', most: 0 },
    ],
  },
)

const tables = [reportNotices] as const
export const reportsSchema = [creatingTables('2026-11-28-19-reports', tables)]
