import { type ColumnDefinitionBuilder, type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { NumberState } from '../contract.ts'

/**
 * How the numbers of a raffle are shared out, one row a raffle. Always
 * `libres + apartados + en_revision + confirmados = total_numeros`. The row is also the raffle's lock.
 */
export interface StockTable {
  rifa_id: number
  total_numeros: number
  libres: number
  apartados: number
  en_revision: number
  confirmados: number
  /** Numbers without an owner: the free ones and those that are promised but not drawn yet. */
  sin_dueno: number
  /** Tickets that reported payments wait for: there were none for them (serve-waiting.ts). They are in no other counter. */
  en_espera: number
  /** Tickets of visitors who pay without any set aside for them (hold-pass.ts). They are in no other counter. */
  pases: number
  /** Since when more tickets are on hold than free, but for moments; null while they are not (pressure.ts). */
  apretado_desde: Instant | null
  /** Since when that is not so; null while it is. */
  holgado_desde: Instant | null
  /** When tickets last came free because somebody rejected a report; null before (turn-price.ts). */
  rechazado_en: Instant | null
  /** How many were left before that: who waits is not served below it (turn-price.ts). */
  quedaban: number
  /** How many came free so, and were not given to who waits since. */
  devueltos: number
  /** Grows with every change. */
  version: number
}

/**
 * `pase` and `cedido` are visitors who pay and have no tickets: there were none to set aside, or a report took them. `en espera`
 * is a reported payment for which there are none yet.
 */
export type ReservationState =
  | 'apartado'
  | 'pase'
  | 'cedido'
  | 'en espera'
  | 'en revision'
  | 'confirmado'
  | 'liberado'
  | 'vencido'

/** Who has how many tickets of a raffle: a visitor who is paying, then a purchase. */
export interface ReservationsTable {
  id: Generated<number>
  token: string
  rifa_id: number
  cantidad: number
  /** 1 when the visitor picked the numbers. */
  elegidos: number
  estado: ReservationState
  /** When its tickets go back on sale by themselves; null when they do not, or when they have. */
  vence_en: Instant | null
  renovado: number
  /** 1 once it belongs to a purchase, and is kept for good. */
  compra: number
  /** The frozen quote, JSON. */
  cotizacion: string
  /** Whose connection took or reported it (client-mark.ts); null once it is judged or over, and where nobody counts. */
  cliente: string | null
  /** The network of that connection, by the same rules. */
  red: string | null
  /** Picked numbers that are wanted and not his yet, JSON; null when none are. */
  pedidos: string | null
  /** When its payment was reported, or corrected after its tickets had gone; null before. */
  reportado_en: Instant | null
  /** When it got the tickets that it waited for, until its buyer has been told (purchases/server/tell-served.ts); else null. */
  servido_en: Instant | null
  /** 1 once its tickets were given to it by its approval: until then it waited, and does again when that is taken back. */
  esperaba: Generated<number>
  /** Numbers that its visitor's device has tried for its turn (earn-turn.ts). */
  trabajo: Generated<number>
  creado_en: Instant
}

/** A number that has an owner: picked or confirmed. The primary key is what makes selling it twice impossible. */
export interface TicketsTable {
  rifa_id: number
  numero: string
  estado: Exclude<NumberState, 'disponible'>
  reserva_id: number
  /** The stock's version with which it got this state. */
  version: number
}

/** When a number last lost its owner, so that who keeps the grid in memory reads only what changed (number-states.ts). */
export interface FreedNumbersTable {
  rifa_id: number
  numero: string
  /** The stock's version with which it lost him. */
  version: number
}

/**
 * Where the numbers without an owner stand in the shuffled pile they are drawn from (free-pile.ts). Only places that hold
 * another number than their own have a row.
 */
export interface FreePileTable {
  rifa_id: number
  posicion: number
  lugar: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    stock: StockTable
    reservations: ReservationsTable
    tickets: TicketsTable
    free_pile: FreePileTable
    freed_numbers: FreedNumbersTable
  }
}

export const ticketsSchema: SchemaStep[] = [
  {
    name: '0008-tickets',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const counted = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('stock')
        .addColumn('rifa_id', 'integer', (column) => column.primaryKey().references('raffles.id'))
        .addColumn('total_numeros', 'integer', required)
        .addColumn('libres', 'integer', required)
        .addColumn('apartados', 'integer', counted)
        .addColumn('en_revision', 'integer', counted)
        .addColumn('confirmados', 'integer', counted)
        .addColumn('sin_dueno', 'integer', required)
        .addColumn('version', 'integer', counted)
        .addCheckConstraint(
          'stock_never_negative',
          sql`libres >= 0 and apartados >= 0 and en_revision >= 0 and confirmados >= 0`,
        )
        .addCheckConstraint('stock_adds_up', sql`libres + apartados + en_revision + confirmados = total_numeros`)
        .addCheckConstraint('stock_pile', sql`sin_dueno >= libres and sin_dueno <= total_numeros - confirmados`)
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('reservations')
        .addColumn('id', dialect.bigint, dialect.counter)
        .addColumn('token', 'text', (column) => column.notNull().unique())
        .addColumn('rifa_id', 'integer', (column) => column.notNull().references('raffles.id'))
        .addColumn('cantidad', 'integer', (column) => column.notNull().check(sql`cantidad > 0`))
        .addColumn('elegidos', 'integer', required)
        .addColumn('estado', 'text', required)
        .addColumn('vence_en', dialect.bigint)
        .addColumn('renovado', 'integer', counted)
        .addColumn('compra', 'integer', counted)
        .addColumn('cotizacion', 'text', required)
        .addColumn('creado_en', dialect.bigint, required)
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createIndex('reservations_expiring')
        .on('reservations')
        .columns(['rifa_id', 'vence_en'])
        .where(sql.ref('vence_en'), 'is not', null)
        .execute()
      await schema.schema
        .createIndex('reservations_without_purchase')
        .on('reservations')
        .column('creado_en')
        .where(sql.ref('compra'), '=', sql.lit(0))
        .execute()
      await schema.schema
        .createTable('tickets')
        .addColumn('rifa_id', 'integer', (column) => column.notNull().references('raffles.id'))
        .addColumn('numero', 'text', required)
        .addColumn('estado', 'text', required)
        .addColumn('reserva_id', dialect.bigint, (column) => column.notNull().references('reservations.id'))
        .addPrimaryKeyConstraint('tickets_once', ['rifa_id', 'numero'])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('tickets_of_reservation').on('tickets').column('reserva_id').execute()
      await schema.schema
        .createTable('free_pile')
        .addColumn('rifa_id', 'integer', (column) => column.notNull().references('raffles.id'))
        .addColumn('posicion', 'integer', required)
        .addColumn('lugar', 'integer', required)
        .addPrimaryKeyConstraint('free_pile_position', ['rifa_id', 'posicion'])
        .addUniqueConstraint('free_pile_place', ['rifa_id', 'lugar'])
        .modifyEnd(end)
        .execute()
    },
  },
  {
    name: '0055-number-changes',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      await schema.schema
        .alterTable('tickets')
        .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
      await schema.schema.createIndex('tickets_by_change').on('tickets').columns(['rifa_id', 'version']).execute()
      await schema.schema
        .createTable('freed_numbers')
        .addColumn('rifa_id', 'integer', (column) => column.notNull().references('raffles.id'))
        .addColumn('numero', 'text', required)
        .addColumn('version', 'integer', required)
        .addPrimaryKeyConstraint('freed_numbers_once', ['rifa_id', 'numero'])
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
      await schema.schema.createIndex('freed_by_change').on('freed_numbers').columns(['rifa_id', 'version']).execute()
    },
  },
  {
    name: '0057-hold-clients',
    async up(schema) {
      await schema.schema.alterTable('reservations').addColumn('cliente', 'text').execute()
      await schema.schema
        .createIndex('reservations_held_by')
        .on('reservations')
        .columns(['rifa_id', 'cliente'])
        .where(sql.ref('cliente'), 'is not', null)
        .execute()
    },
  },
  {
    name: '0100-waiting-reports',
    async up(schema, dialect) {
      const counted = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
      await schema.schema
        .alterTable('stock')
        .addColumn('en_espera', 'integer', (column) => counted(column).check(sql`en_espera >= 0`))
        .execute()
      await schema.schema
        .alterTable('stock')
        .addColumn('pases', 'integer', (column) => counted(column).check(sql`pases >= 0`))
        .execute()
      await schema.schema.alterTable('stock').addColumn('apretado_desde', dialect.bigint).execute()
      for (const name of ['red', 'pedidos']) {
        await schema.schema.alterTable('reservations').addColumn(name, 'text').execute()
      }
      await schema.schema.alterTable('reservations').addColumn('reportado_en', dialect.bigint).execute()
      await schema.schema
        .createIndex('reservations_reported')
        .on('reservations')
        .columns(['rifa_id', 'reportado_en'])
        .where(sql.ref('reportado_en'), 'is not', null)
        .execute()
      await schema.schema
        .createIndex('reservations_held_from')
        .on('reservations')
        .columns(['rifa_id', 'red'])
        .where(sql.ref('red'), 'is not', null)
        .execute()
      // An address as it was written is not kept any more, only its mark.
      await schema.updateTable('reservations').set({ cliente: null }).where('cliente', 'is not', null).execute()
    },
  },
  {
    name: '0150-served-reports',
    async up(schema, dialect) {
      await schema.schema.alterTable('reservations').addColumn('servido_en', dialect.bigint).execute()
      await schema.schema
        .createIndex('reservations_served')
        .on('reservations')
        .column('servido_en')
        .where(sql.ref('servido_en'), 'is not', null)
        .execute()
    },
  },
  {
    name: '0170-earned-turns',
    async up(schema, dialect) {
      await schema.schema.alterTable('stock').addColumn('rechazado_en', dialect.bigint).execute()
      await schema.schema
        .alterTable('reservations')
        .addColumn('trabajo', dialect.bigint, (column) => column.notNull().defaultTo(0))
        .execute()
      await schema.schema
        .createIndex('reservations_earning')
        .on('reservations')
        .column('rifa_id')
        .where(sql.ref('trabajo'), '>', sql.lit(0))
        .execute()
    },
  },
  {
    name: '0171-left-before-rejection',
    async up(schema, dialect) {
      const counted = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
      await schema.schema.alterTable('stock').addColumn('quedaban', 'integer', counted).execute()
      await schema.schema
        .createIndex('reservations_to_forget')
        .on('reservations')
        .column('id')
        .where(sql.ref('red'), 'is not', null)
        .where(sql.ref('estado'), 'in', sql`('confirmado', 'liberado')`)
        .execute()
      await schema.schema.alterTable('reservations').addColumn('esperaba', 'integer', counted).execute()
      await schema.schema.alterTable('stock').addColumn('holgado_desde', dialect.bigint).execute()
    },
  },
  {
    name: '0173-freed-by-rejections',
    async up(schema) {
      await schema.schema
        .alterTable('stock')
        .addColumn('devueltos', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
]
