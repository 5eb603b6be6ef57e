/** How many tickets a purchase may have, and how the quantity picker moves (seed, sections 5 and 9). */
export const MINIMUM = 2
export const MAXIMUM = 100
export const DECREMENT = 2
export const QUICK_ADDS = [2, 5, 10, 20, 30, 35, 40, 50] as const

/** Seconds of the payment countdown; a hold lives as long. */
export const HOLD_SECONDS = 600

/** What the picker shows: empty or below 2 becomes 2, above 100 becomes 100 with the warning. */
export function clampQuantity(value: number): { quantity: number; limited: boolean } {
  if (!Number.isFinite(value) || value < MINIMUM) return { quantity: MINIMUM, limited: false }
  return value > MAXIMUM ? { quantity: MAXIMUM, limited: true } : { quantity: Math.trunc(value), limited: false }
}

export function addTickets(quantity: number, more: number): { quantity: number; limited: boolean } {
  return clampQuantity(quantity + more)
}

/** Takes two away only while above two; never below two. */
export function removeTickets(quantity: number): number {
  return quantity > MINIMUM ? Math.max(MINIMUM, quantity - DECREMENT) : quantity
}
