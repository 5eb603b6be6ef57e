import type { AskedFor, PurchaseState } from './contract.ts'

/** What people call the states of a purchase. */
export const STATE_NAMES: Record<PurchaseState, string> = {
  'en revision': 'En revisión',
  confirmado: 'Confirmada',
  rechazado: 'Rechazada',
  anulado: 'Anulada',
}

/** What is to be corrected, as mail and private page say it. */
export const ASKED: Record<AskedFor, string> = {
  referencia: 'la referencia',
  comprobante: 'el comprobante',
  ambos: 'la referencia y el comprobante',
  resto: 'el monto',
}

/**
 * What who paid too little does. The reference stays that of the first payment, which is claimed by it.
 * @param where he sends it.
 */
export const payTheRest = (where: string) =>
  `Paga solo lo que falta, nada más, y envía ${where} un comprobante donde se vean los dos pagos. La referencia sigue siendo la del primero.`
