import { bigint, type Creator, integer, primary, text } from '#platform/server/db/create-table.ts'
import type { PaymentClass } from '../../payment-tails.ts'

/** By what purchases that may be of one payment find each other, in whatever state: see `windowsOf` in payment-tails.ts. */
export interface PaymentWindowsTable {
  ventana: string
  /** 1 while the purchase is confirmed: those are found among any number of reports. */
  confirmada: number
  compra_id: number
}

/** A reference confirms one purchase, in whatever raffle: the primary key makes a second confirmation by it alone impossible. */
export interface ConfirmedReferencesTable {
  clase: PaymentClass
  cola: string
  /** 0, and that purchase's id where they are two payments: by their movements, or as a person said of two that are alike. */
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
export async function createPayments({ table, index }: Creator): Promise<void> {
  await table('payment_windows', { ventana: text, confirmada: integer, compra_id: bigint }, (windows) =>
    windows.addPrimaryKeyConstraint('payment_windows_found', ['ventana', 'confirmada', 'compra_id']),
  )
  await index('payment_windows_of_purchase', 'payment_windows', ['compra_id'])
  await table('confirmed_references', { clase: text, cola: text, turno: bigint, compra_id: bigint }, (confirmed) =>
    confirmed.addPrimaryKeyConstraint('confirmed_payments_once', ['clase', 'cola', 'turno']),
  )
  await index('confirmed_payments_of', 'confirmed_references', ['compra_id'])
  await table('payment_locks', { final: primary(text) })
}
