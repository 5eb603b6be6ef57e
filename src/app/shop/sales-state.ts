import type { Variant } from '#purchases/variants.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { MINIMUM } from '#tickets/quantity.ts'
import type { Availability } from '#tickets/shop/availability.tsx'

/** Whether tickets can be bought on this page, and why not. */
export type SalesState = 'open' | 'sold-out' | 'last-one' | 'closed' | 'drawn' | 'by-hand-only'

/** The availability is younger than the raffle: it tells of a close or a draw while the page is open. */
export function salesState(
  raffle: Pick<RaffleAnswer, 'estado' | 'seleccion'>,
  availability: Availability | null,
  { picksByHand }: Pick<Variant, 'picksByHand'>,
): SalesState {
  const states = [raffle.estado, availability?.estado]
  if (states.includes('sorteada')) return 'drawn'
  if (states.includes('cerrada')) return 'closed'
  if (raffle.seleccion === 'manual' && !picksByHand) return 'by-hand-only'
  const left = availability?.numeros_disponibles ?? MINIMUM
  if (left >= MINIMUM) return 'open'
  return left === 1 ? 'last-one' : 'sold-out'
}
