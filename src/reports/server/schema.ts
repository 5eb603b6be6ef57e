import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'

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

export const reportsSchema: SchemaStep[] = [
  {
    name: '0074-report-notices',
    async up(schema, dialect) {
      await schema.schema
        .createTable('report_notices')
        .addColumn('operador_id', dialect.bigint, (column) =>
          column.primaryKey().references('operators.id').onDelete('cascade'),
        )
        .addColumn('cada_minutos', 'integer', (column) => column.notNull())
        .addColumn('avisado_en', dialect.bigint, (column) => column.notNull())
        .addColumn('visto_hasta', dialect.bigint, (column) => column.notNull())
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
]
