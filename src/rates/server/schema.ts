import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { Rate } from '#platform/money.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { PublishedReference, RateReference } from '../contract.ts'

/** Every rate that was believed, never changed: of two for one day, the later row counts. */
export interface RatesTable {
  id: Generated<number>
  referencia: PublishedReference
  tasa: Rate
  fecha_valor: CalendarDate
  /** Host that it came from, or `operador`. */
  fuente: string
  obtenida_en: Instant
}

/** The operator's choice, one row. */
export interface RateSettingsTable {
  id: number
  referencia: RateReference
  fija: Rate | null
  fija_en: Instant | null
  /** Why the last reading was refused, for the panel; empty when it was believed. */
  aviso: string
  aviso_en: Instant | null
}

/** Readings that were not believed; the same one again only counts up. */
export interface RateRefusalsTable {
  id: Generated<number>
  codigo: string
  /** For the operator. */
  mensaje: string
  en: Instant
  ultima_en: Instant
  veces: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    rates: RatesTable
    rate_refusals: RateRefusalsTable
    rate_settings: RateSettingsTable
  }
}

export const ratesSchema: SchemaStep[] = [
  {
    name: '0004-rates',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('rates')
        .addColumn('id', 'integer', dialect.counter)
        .addColumn('referencia', 'text', (column) =>
          column.notNull().check(sql`referencia in ('bcv_euro', 'bcv_dolar')`),
        )
        .addColumn('tasa', 'text', required)
        .addColumn('fecha_valor', 'text', required)
        .addColumn('fuente', 'text', required)
        .addColumn('obtenida_en', dialect.bigint, required)
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('rates_day').on('rates').columns(['referencia', 'fecha_valor', 'id']).execute()
      await schema.schema
        .createTable('rate_settings')
        .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
        .addColumn('referencia', 'text', (column) =>
          column.notNull().check(sql`referencia in ('bcv_euro', 'bcv_dolar', 'fija')`),
        )
        .addColumn('fija', 'text')
        .addColumn('fija_en', dialect.bigint)
        .addColumn('aviso', 'text', required)
        .addColumn('aviso_en', dialect.bigint)
        .modifyEnd(end)
        .execute()
      await schema.insertInto('rate_settings').values({ id: 1, referencia: 'bcv_euro', aviso: '' }).execute()
    },
  },
  {
    name: '0051-rate-refusals',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      await schema.schema
        .createTable('rate_refusals')
        .addColumn('id', 'integer', dialect.counter)
        .addColumn('codigo', 'text', required)
        .addColumn('mensaje', 'text', required)
        .addColumn('en', dialect.bigint, required)
        .addColumn('ultima_en', dialect.bigint, required)
        .addColumn('veces', 'integer', required)
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
]
