import type { QuantityLimits } from '#raffles/quantity-limits.ts'
import { clampQuantity, DECREMENT } from '../quantity.ts'
import type { QuantityStep } from './typed-quantity.ts'

/** The quantity after a button of the picker: minus takes two away and stops at the least, reset goes back to it. */
export function stepQuantity(
  quantity: number,
  step: QuantityStep,
  limits: QuantityLimits,
): { quantity: number; limited: boolean } {
  const next = step === 'reset' ? 0 : step === 'minus' ? quantity - DECREMENT : quantity + Number(step)
  return clampQuantity(next, limits)
}
