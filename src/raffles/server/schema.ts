import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Money, Rate } from '#platform/money.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { Currency, RaffleState, Selection } from '../contract.ts'
import { imageSteps } from './image-schema.ts'

export interface RafflesTable {
  id: Generated<number>
  titulo: string
  /** Sanitised HTML. */
  descripcion: string
  premio: string
  precio: Money
  moneda: Currency
  /** Day of the draw in Caracas, or empty. */
  fecha: string
  /** The raffle's own rate, or null for the one in force. */
  tasa_usd: Rate | null
  total_numeros: number
  digitos: number
  seleccion: Selection
  registro_unico: number
  gracia_segundos: number
  minimo: Generated<number>
  maximo: Generated<number>
  /** Per cent of all tickets that may wait unpaid or unverified at once. */
  tope_sin_verificar: Generated<number | null>
  estado: RaffleState
  /** When its sale ended; null before, and where that was not kept yet. */
  cerrada_en: Generated<Instant | null>
  /** When it was put away; null while it is in the panel's list. */
  archivada_en: Generated<Instant | null>
  /** Of what an operator edits: grows with every save. */
  version: Generated<number>
  /** Made by the form that created it, so that sending it twice makes one raffle. */
  clave_creacion: Generated<string | null>
  /** Of what that form asked for: the same key with something else makes none. Null where it was made before this was kept. */
  huella_creacion: Generated<string | null>
  /** JSON of RaffleImage, the main picture; it and `galeria` follow the rows of raffle_images. */
  imagen: string | null
  /** JSON of the other pictures, in their order. */
  galeria: Generated<string>
  numero_ganador: string
  ganador: string
  creada_en: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    raffles: RafflesTable
  }
}

export const rafflesSchema: SchemaStep[] = [
  {
    name: '0007-raffles',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      await schema.schema
        .createTable('raffles')
        .addColumn('id', 'integer', dialect.counter)
        .addColumn('titulo', 'text', required)
        .addColumn('descripcion', 'text', required)
        .addColumn('premio', 'text', required)
        .addColumn('precio', 'text', required)
        .addColumn('moneda', 'text', required)
        .addColumn('fecha', 'text', required)
        .addColumn('tasa_usd', 'text')
        .addColumn('total_numeros', 'integer', (column) => column.notNull().check(sql`total_numeros > 0`))
        .addColumn('digitos', 'integer', required)
        .addColumn('seleccion', 'text', required)
        .addColumn('registro_unico', 'integer', required)
        .addColumn('gracia_segundos', 'integer', required)
        .addColumn('estado', 'text', required)
        .addColumn('imagen', 'text')
        .addColumn('numero_ganador', 'text', required)
        .addColumn('ganador', 'text', required)
        .addColumn('creada_en', dialect.bigint, required)
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
  {
    name: '0066-raffle-editing',
    async up(schema, dialect) {
      const table = () => schema.schema.alterTable('raffles')
      const counted = (least: number) => (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(least)
      await table().addColumn('minimo', 'integer', counted(2)).execute()
      await table().addColumn('maximo', 'integer', counted(100)).execute()
      await table().addColumn('tope_sin_verificar', 'integer').execute()
      await table().addColumn('archivada_en', dialect.bigint).execute()
      await table().addColumn('version', 'integer', counted(1)).execute()
      await table().addColumn('clave_creacion', 'text').execute()
      await schema.schema.createIndex('raffles_created_once').unique().on('raffles').column('clave_creacion').execute()
    },
  },
  ...imageSteps,
  {
    name: '0076-raffle-creation-body',
    async up(schema) {
      await schema.schema.alterTable('raffles').addColumn('huella_creacion', 'text').execute()
    },
  },
  {
    name: '0117-raffle-close',
    async up(schema, dialect) {
      await schema.schema.alterTable('raffles').addColumn('cerrada_en', dialect.bigint).execute()
    },
  },
]
