import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { PaymentClass } from '../payment-tails.ts'
import { readExistingPayments } from './read-existing-payments.ts'

/** Every way of reading a purchase's reference: see payment-tails.ts. */
export interface PaymentTailsTable {
  /** The last six characters of `cola`, by which those that may agree find each other. */
  final: string
  compra_id: number
  cola: string
  firme: number
}

/** A payment pays one purchase, in whatever raffle: the primary key makes a second confirmation of it impossible. */
export interface ConfirmedReferencesTable {
  clase: PaymentClass
  cola: string
  /** 0, and that purchase's id where the reading is a guess or a person said that they are two payments. */
  turno: number
  final: string
  firme: number
  compra_id: number
}

/** Whoever confirms takes the rows of his payment's ends first: of two that may be one payment, one waits for the other. */
export interface PaymentLocksTable {
  final: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    payment_tails: PaymentTailsTable
    confirmed_references: ConfirmedReferencesTable
    payment_locks: PaymentLocksTable
  }
}

/** What tells that two references are of one payment (docs/decisions/034-same-payment.md). */
export const paymentSchema: SchemaStep[] = [
  {
    name: '0120-payment-tails',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('payment_tails')
        .addColumn('final', 'text', required)
        .addColumn('compra_id', dialect.bigint, required)
        .addColumn('cola', 'text', required)
        .addColumn('firme', 'integer', required)
        .addPrimaryKeyConstraint('payment_tails_by_end', ['final', 'compra_id', 'cola'])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('payment_tails_of_purchase').on('payment_tails').column('compra_id').execute()
      await schema.schema.dropTable('confirmed_references').execute()
      await schema.schema
        .createTable('confirmed_references')
        .addColumn('clase', 'text', required)
        .addColumn('cola', 'text', required)
        .addColumn('turno', dialect.bigint, required)
        .addColumn('final', 'text', required)
        .addColumn('firme', 'integer', required)
        .addColumn('compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('confirmed_payments_once', ['clase', 'cola', 'turno'])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('confirmed_payments_by_end').on('confirmed_references').column('final').execute()
      await schema.schema.createIndex('confirmed_payments_of').on('confirmed_references').column('compra_id').execute()
      await schema.schema
        .createTable('payment_locks')
        .addColumn('final', 'text', (column) => column.primaryKey())
        .modifyEnd(end)
        .execute()
      await readExistingPayments(schema)
    },
  },
  {
    name: '0121-reported-holds',
    async up(schema) {
      await schema.schema.alterTable('purchases').addColumn('apartado', 'text').execute()
      await schema
        .updateTable('purchases')
        .set((row) => ({
          apartado: row
            .selectFrom('reservations')
            .select('token')
            .whereRef('reservations.id', '=', 'purchases.reserva_id'),
        }))
        .where('vendida_por', '=', '')
        .execute()
      await schema.schema.createIndex('purchases_by_hold').on('purchases').column('apartado').unique().execute()
    },
  },
]
