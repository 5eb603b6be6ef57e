import type { AskedFor } from './contract.ts'

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
