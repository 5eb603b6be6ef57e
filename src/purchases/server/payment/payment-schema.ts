import { bigint, integer, primary, table, text } from '#platform/server/db/table.ts'
import type { PaymentClass } from '../../payment-tails.ts'

/** Windows by which purchases of possibly one payment find each other, in any state: see `windowsOf` in payment-tails.ts. */
export const paymentWindows = table(
  'payment_windows',
  {
    ventana: text(),
    /** 1 while the purchase is confirmed: those are found among any number of reports. */
    confirmada: integer(),
    compra_id: bigint(),
  },
  {
    primaryKey: { payment_windows_found: ['ventana', 'confirmada', 'compra_id'] },
    indexes: {
      payment_windows_of_purchase: ['compra_id'],
    },
  },
)

/** A reference confirms one purchase, in any raffle: the primary key makes a second confirmation by it alone impossible. */
export const confirmedReferences = table(
  'confirmed_references',
  {
    clase: text<PaymentClass>(),
    cola: text(),
    /** 0, and that purchase's id where they are two payments: by their movements, or as a person said of two that are alike. */
    turno: bigint(),
    compra_id: bigint(),
  },
  {
    primaryKey: { confirmed_payments_once: ['clase', 'cola', 'turno'] },
    indexes: {
      confirmed_payments_of: ['compra_id'],
    },
  },
)

/** A confirmation first locks the rows of its payment's windows: of two that may be one payment, one waits for the other. */
export const paymentLocks = table('payment_locks', {
  final: primary(text()),
})

/** Tables that tell whether two references are of one payment (docs/decisions/034-same-payment.md). */
export const paymentTables = [paymentWindows, confirmedReferences, paymentLocks] as const
