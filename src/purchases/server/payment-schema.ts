import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { PaymentClass } from '../payment-tails.ts'
import { readExistingPayments } from './read-existing-payments.ts'

/** By what purchases that may be of one payment find each other, in whatever state: see `windowsOf` in payment-tails.ts. */
export interface PaymentWindowsTable {
  ventana: string
  /** 1 while the purchase is confirmed: those are found among any number of reports. */
  confirmada: number
  compra_id: number
}

/** A payment pays one purchase, in whatever raffle: the primary key makes a second confirmation of it impossible. */
export interface ConfirmedReferencesTable {
  clase: PaymentClass
  cola: string
  /** 0, and that purchase's id where a person said that they are two payments. */
  turno: number
  compra_id: number
}

/** Whoever confirms takes the rows of his payment's windows first: of two that may be one payment, one waits for the other. */
export interface PaymentLocksTable {
  final: string
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    payment_windows: PaymentWindowsTable
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
  {
    name: '0155-payment-windows',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema.dropTable('payment_tails').execute()
      await schema.schema
        .createTable('payment_windows')
        .addColumn('ventana', 'text', required)
        .addColumn('confirmada', 'integer', required)
        .addColumn('compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('payment_windows_found', ['ventana', 'confirmada', 'compra_id'])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('payment_windows_of_purchase').on('payment_windows').column('compra_id').execute()
      await schema.schema.dropTable('confirmed_references').execute()
      await schema.schema
        .createTable('confirmed_references')
        .addColumn('clase', 'text', required)
        .addColumn('cola', 'text', required)
        .addColumn('turno', dialect.bigint, required)
        .addColumn('compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('confirmed_payments_once', ['clase', 'cola', 'turno'])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('confirmed_payments_of').on('confirmed_references').column('compra_id').execute()
      await readExistingPayments(schema)
    },
  },
]
