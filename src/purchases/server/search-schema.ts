import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { PurchaseState } from '../contract.ts'
import { indexExisting } from './index-existing.ts'

/** What a purchase is found by, once for each word of its name, its mail and its phone, newest first for each. */
export interface PurchaseWordsTable {
  palabra: string
  creado_en: Instant
  compra_id: number
}

/**
 * How many purchases of a day are alike in what they are filtered by, and what they come to: counting a million rows would
 * take longer than a person waits. Changed in the transaction that changes a purchase, under its raffle's lock.
 */
export interface PurchaseCountsTable {
  rifa_id: number
  estado: PurchaseState
  /** Empty where the purchase names none. */
  metodo_pago: string
  tasa_verificada: number
  vendida_por: string
  moneda: 'USD' | 'VES'
  /** Day in Caracas on which it was reported. */
  dia: CalendarDate
  cuantas: number
  /** Sum of `total` in the smallest unit of `moneda`. */
  centimos: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    purchase_words: PurchaseWordsTable
    purchase_counts: PurchaseCountsTable
  }
}

/** What purchases are found and counted by (docs/decisions/020-search.md). */
export const searchSchema: SchemaStep[] = [
  {
    name: '0060-purchase-search',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      for (const column of ['vendida_por', 'nombre_normal', 'correo_normal']) {
        await schema.schema
          .alterTable('purchases')
          .addColumn(column, 'text', (text) => text.notNull().defaultTo(''))
          .execute()
      }
      // A range of words is their beginning only where letters sort by their code.
      const word = dialect.name === 'postgres' ? sql`text collate "C"` : sql`text`
      await schema.schema
        .createTable('purchase_words')
        .addColumn('palabra', word, required)
        .addColumn('creado_en', dialect.bigint, required)
        .addColumn('compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('purchase_words_newest', ['palabra', 'creado_en', 'compra_id'])
        .modifyEnd(dialect.name === 'sqlite' ? sql`strict, without rowid` : end)
        .execute()
      await schema.schema
        .createTable('purchase_counts')
        .addColumn('rifa_id', 'integer', required)
        .addColumn('estado', 'text', required)
        .addColumn('metodo_pago', 'text', required)
        .addColumn('tasa_verificada', 'integer', required)
        .addColumn('vendida_por', 'text', required)
        .addColumn('moneda', 'text', required)
        .addColumn('dia', 'text', required)
        .addColumn('cuantas', 'integer', required)
        .addColumn('centimos', dialect.bigint, required)
        .addPrimaryKeyConstraint('purchase_counts_alike', [
          'rifa_id',
          'estado',
          'metodo_pago',
          'tasa_verificada',
          'vendida_por',
          'moneda',
          'dia',
        ])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('purchases_newest').on('purchases').columns(['creado_en', 'id']).execute()
      await schema.schema
        .createIndex('purchases_alike')
        .on('purchases')
        .columns(['rifa_id', 'estado', 'metodo_pago', 'tasa_verificada', 'vendida_por', 'creado_en', 'id'])
        .execute()
      await indexExisting(schema)
    },
  },
  {
    // The home asks for the days up to today.
    name: '0073-purchase-counts-by-day',
    async up(schema) {
      await schema.schema.createIndex('purchase_counts_by_day').on('purchase_counts').column('dia').execute()
    },
  },
]
