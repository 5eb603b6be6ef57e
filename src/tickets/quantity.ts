import type { QuantityLimits } from '#raffles/quantity-limits.ts'

/** How the quantity picker moves (specification, section 5 and 9). */
export const DECREMENT = 2
export const QUICK_ADDS = [2, 5, 10, 20, 30, 35, 40, 50] as const

/** Seconds of the payment countdown; a hold lives as long. */
export const HOLD_SECONDS = 600

/** Quantity of the picker: empty or below the raffle's least becomes that, above its most becomes that with the warning. */
export function clampQuantity(
  value: number,
  { minimo, maximo }: QuantityLimits,
): { quantity: number; limited: boolean } {
  const limited = value > maximo
  return { quantity: limited ? maximo : Math.max(minimo, Math.trunc(value) || 0), limited }
}
