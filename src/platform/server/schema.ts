import { sql } from 'kysely'
import type { SchemaStep } from './db/migrate.ts'

/** One row: which key this database was written with (keys.ts). */
export interface InstallationKeyTable {
  id: number
  huella: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    installation_key: InstallationKeyTable
  }
}

export const platformSchema: SchemaStep[] = [
  {
    name: '0130-installation-key',
    async up(schema, dialect) {
      await schema.schema
        .createTable('installation_key')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('huella', 'text', (column) => column.notNull())
        .addCheckConstraint('installation_key_one', sql`id = 1`)
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
]
