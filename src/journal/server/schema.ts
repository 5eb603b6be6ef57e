import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'

/** One deed. `hash` covers the line and the hash of the line before it in the same `ambito`. */
export interface JournalTable {
  id: Generated<number>
  /** `sitio`, or `rifa:1`: each has a chain of its own, so that raffles do not wait for each other. */
  ambito: string
  /** Place in the chain, from 1. */
  numero: number
  en: Instant
  actor: string
  accion: string
  rifa_id: number | null
  compra_id: number | null
  /** JSON. */
  datos: string
  hash: string
}

/** The end of each chain, locked by whoever writes the next line. */
export interface JournalHeadsTable {
  ambito: string
  numero: number
  hash: string
}

/** What one transaction wrote: a line of the books, chained by a key that the database does not hold. Only added to. */
export interface SealsTable {
  /** Says of two lines which came later, also of two chains. */
  orden: number
  /** The lane of the transaction: chains that do not wait for each other. */
  cadena: string
  /** Place in the chain, from 1. */
  numero: number
  /** JSON of WrittenRow[], or of Cut. */
  filas: string
  /** How many rows that is. */
  cuantas: number
  /** 1 when it wrote rows that are compared every few minutes. */
  vigilada: number
  sello: string
}

/** The end of each chain of seals. */
export interface SealHeadsTable {
  cadena: string
  numero: number
  sello: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    seals: SealsTable
    seal_heads: SealHeadsTable
    journal: JournalTable
    journal_heads: JournalHeadsTable
  }
}

export const journalSchema: SchemaStep[] = [
  {
    name: '0001-journal',
    async up(schema, dialect) {
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('journal')
        .addColumn('id', dialect.bigint, dialect.counter)
        .addColumn('ambito', 'text', (column) => column.notNull())
        .addColumn('numero', 'integer', (column) => column.notNull())
        .addColumn('en', dialect.bigint, (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('accion', 'text', (column) => column.notNull())
        .addColumn('rifa_id', 'integer')
        .addColumn('compra_id', dialect.bigint)
        .addColumn('datos', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addUniqueConstraint('journal_place', ['ambito', 'numero'])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('journal_purchase').on('journal').columns(['compra_id', 'id']).execute()
      await schema.schema
        .createTable('journal_heads')
        .addColumn('ambito', 'text', (column) => column.primaryKey())
        .addColumn('numero', 'integer', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .modifyEnd(end)
        .execute()
    },
  },
  {
    name: '0052-journal-pages',
    async up(schema) {
      // The panel's pages, newest first: all of them, somebody's, one kind of deed.
      await schema.schema.createIndex('journal_time').on('journal').columns(['en', 'id']).execute()
      await schema.schema.createIndex('journal_actor').on('journal').columns(['actor', 'en', 'id']).execute()
      await schema.schema.createIndex('journal_deed').on('journal').columns(['accion', 'en', 'id']).execute()
    },
  },
  {
    name: '0057-journal-raffle',
    async up(schema) {
      // Without it a raffle that has few lines, or none, is looked for in all of them.
      await schema.schema.createIndex('journal_raffle').on('journal').columns(['rifa_id', 'en', 'id']).execute()
    },
  },
  {
    name: '0140-seals',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('seals')
        .addColumn('orden', dialect.bigint, (column) => column.primaryKey())
        .addColumn('cadena', 'text', required)
        .addColumn('numero', dialect.bigint, required)
        .addColumn('filas', 'text', required)
        .addColumn('cuantas', 'integer', required)
        .addColumn('vigilada', 'integer', required)
        .addColumn('sello', 'text', required)
        .addUniqueConstraint('seals_place', ['cadena', 'numero'])
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createIndex('seals_watched')
        .on('seals')
        .column('orden')
        .where(sql.ref('vigilada'), '=', sql.lit(1))
        .execute()
      await schema.schema
        .createTable('seal_heads')
        .addColumn('cadena', 'text', (column) => column.primaryKey())
        .addColumn('numero', dialect.bigint, required)
        .addColumn('sello', 'text', required)
        .modifyEnd(end)
        .execute()
      // Counted while the rows that a line is about are locked, so that of two lines about one row the later has more.
      if (dialect.name === 'postgres') await sql`create sequence seals_orden`.execute(schema)
    },
  },
]
