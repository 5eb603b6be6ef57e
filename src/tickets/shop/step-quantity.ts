import { addTickets, MINIMUM, removeTickets } from '../quantity.ts'
import type { QuantityStep } from './typed-quantity.ts'

/** The quantity after a button of the picker. */
export function stepQuantity(quantity: number, step: QuantityStep): { quantity: number; limited: boolean } {
  if (step === 'reset') return { quantity: MINIMUM, limited: false }
  if (step === 'minus') return { quantity: removeTickets(quantity), limited: false }
  return addTickets(quantity, Number(step))
}
