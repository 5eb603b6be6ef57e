import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import type { SchemaStep } from './db/migrate.ts'

/** One row: which key this database was written with (keys.ts). */
export interface InstallationKeyTable {
  id: number
  huella: string
}

/** Pieces of work that were accepted, until they are too old to come again (work/require-work.ts). */
export interface SpentWorkTable {
  id: string
  vence_en: Instant
}

/** One row: which installation this is (installation.ts). */
export interface InstallationTable {
  id: number
  identidad: string
}

/** One row that is written to see whether anything can be (readiness.ts). */
export interface ReadinessTable {
  id: number
  en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    readiness: ReadinessTable
    installation_key: InstallationKeyTable
    spent_work: SpentWorkTable
    installation: InstallationTable
  }
}

export const platformSchema: SchemaStep[] = [
  {
    name: '0110-spent-work',
    async up(schema, dialect) {
      await schema.schema
        .createTable('spent_work')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('vence_en', dialect.bigint, (column) => column.notNull())
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
      await schema.schema.createIndex('spent_work_old').on('spent_work').column('vence_en').execute()
    },
  },
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
  {
    name: '0132-readiness',
    async up(schema, dialect) {
      await schema.schema
        .createTable('readiness')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('en', dialect.bigint, (column) => column.notNull())
        .addCheckConstraint('readiness_one', sql`id = 1`)
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
  {
    name: '0135-installation',
    async up(schema, dialect) {
      await schema.schema
        .createTable('installation')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('identidad', 'text', (column) => column.notNull())
        .addCheckConstraint('installation_one', sql`id = 1`)
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
]
