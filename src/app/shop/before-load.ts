import { PRICE_BEFORE_LOAD } from '#purchases/variants.ts'
import { type QuantityLimits, WIDEST_LIMITS } from '#raffles/quantity-limits.ts'
import type { Priced } from '#tickets/totals.ts'

/** What the page reckons with until the raffle has come. */
export const BEFORE_LOAD: Priced & QuantityLimits = {
  precio: PRICE_BEFORE_LOAD,
  moneda: 'USD',
  tasa_usd: null,
  ...WIDEST_LIMITS,
}
