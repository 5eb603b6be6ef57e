import { sql } from 'kysely'
import type { SchemaStep } from '#platform/server/db/migrate.ts'

/** The operator's settings of the public pages, one row a setting; what is not there has its default. */
export interface SiteSettingsTable {
  clave: string
  /** JSON. */
  valor: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    site_settings: SiteSettingsTable
  }
}

export const siteSchema: SchemaStep[] = [
  {
    name: '0005-site',
    async up(schema, dialect) {
      await schema.schema
        .createTable('site_settings')
        .addColumn('clave', 'text', (column) => column.primaryKey())
        .addColumn('valor', 'text', (column) => column.notNull())
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
]
