import type { PurchaseState } from './contract.ts'

/** What people call the states of a purchase. */
export const STATE_NAMES: Record<PurchaseState, string> = {
  'en revision': 'En revisión',
  confirmado: 'Confirmada',
  rechazado: 'Rechazada',
  anulado: 'Anulada',
}
