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

/** Texts of the specification's section 5 about the quantity, to the letter; the figures are the raffle's. */
export const LIMIT_TITLE = 'Límite alcanzado'
export const QUANTITY_MINIMUM_TITLE = 'Cantidad mínima'

export function limitText(maximo: number): string {
  return `El máximo de tickets permitido es ${maximo}`
}

export function minimumText(minimo: number): string {
  return `Debes seleccionar al menos ${minimo} boletos`
}
