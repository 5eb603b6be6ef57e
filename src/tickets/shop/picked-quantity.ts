import type { QuantityLimits } from '#raffles/quantity-limits.ts'
import { clampQuantity, DECREMENT } from '../quantity.ts'

/**
 * Reads the typed text of the quantity field. Above the maximum is corrected immediately; empty or below the minimum only when
 * the visitor is done (`final`), because `1` may be the beginning of `15`. The quantity itself is always a valid one.
 * @returns `limited` above the maximum: the page warns; `correction` is the text that the field must show instead, or null to leave it.
 */
export function typedQuantity(text: string, final: boolean, limits: QuantityLimits) {
  const { quantity, limited } = clampQuantity(Number(text), limits)
  const differs = String(quantity) !== text
  return { quantity, limited, correction: differs && (limited || final) ? String(quantity) : null }
}

/** Effect of a picker's button: `reset`, `minus`, or a number to add. */
export type QuantityStep = 'reset' | 'minus' | `${number}`

/** The quantity after a button of the picker: minus takes two away and stops at the least, reset goes back to it. */
export function stepQuantity(quantity: number, step: QuantityStep, limits: QuantityLimits) {
  const next = step === 'reset' ? 0 : step === 'minus' ? quantity - DECREMENT : quantity + Number(step)
  return clampQuantity(next, limits)
}
