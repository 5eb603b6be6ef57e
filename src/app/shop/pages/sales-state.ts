import { PRICE_BEFORE_LOAD, type Variant } from '#purchases/variants.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { type QuantityLimits, WIDEST_LIMITS } from '#raffles/quantity-limits.ts'
import type { Availability } from '#tickets/shop/availability.tsx'
import type { Priced } from '#tickets/totals.ts'

/** Values of the page until the raffle has loaded. */
export const BEFORE_LOAD: Priced & QuantityLimits = {
  precio: PRICE_BEFORE_LOAD,
  moneda: 'USD',
  tasa_usd: null,
  ...WIDEST_LIMITS,
}

/** Whether tickets can be bought on this page, and why not. */
export type SalesState = 'open' | 'sold-out' | 'too-few' | 'paused' | 'closed' | 'drawn' | 'by-hand-only'

const NOT_SOLD: readonly [estado: string, state: SalesState][] = [
  ['sorteada', 'drawn'],
  ['cerrada', 'closed'],
  ['pausada', 'paused'],
]

/** The availability is younger than the raffle: it shows a close or a draw while the page is open. */
export function salesState(
  raffle: Pick<RaffleAnswer, 'estado' | 'seleccion' | 'minimo'>,
  availability: Availability | null,
  { picksByHand }: Pick<Variant, 'picksByHand'>,
): SalesState {
  const ended = NOT_SOLD.find(([estado]) => estado === raffle.estado || estado === availability?.estado)
  if (ended) return ended[1]
  if (raffle.seleccion === 'manual' && !picksByHand) return 'by-hand-only'
  const left = availability?.numeros_disponibles ?? raffle.minimo
  if (left >= raffle.minimo) return 'open'
  return left > 0 ? 'too-few' : 'sold-out'
}
