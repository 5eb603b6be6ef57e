import type { Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import { placeOf } from '#raffles/digits.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { RaffleState } from './path/raffle-state.ts'
import { NUMBER_STATE, type ReservationState } from './schema.ts'
import type { Reservation } from './store.ts'

/** The smallest moves of the scarce thing, of which the others are made. Each keeps the counters adding up. */

/** Which counter of the stock has a reservation's tickets; null when it has none. */
export const COUNTER_OF: Record<
  ReservationState,
  'apartados' | 'en_revision' | 'confirmados' | 'en_espera' | 'falsos' | null
> = {
  apartado: 'apartados',
  cedido: null,
  'en espera': 'en_espera',
  'en revision': 'en_revision',
  confirmado: 'confirmados',
  falso: 'falsos',
  liberado: null,
  vencido: null,
}

/** Whether tickets are set aside for a reservation in that state. */
export function hasTickets(estado: ReservationState): boolean {
  return NUMBER_STATE[estado] !== undefined
}

/**
 * Ends a reservation, or leaves it without its tickets (`cedido`, `falso`): they are free, and waiting reports are served before
 * anybody else. One that has none only changes its state, and one that had ended before is left as it is. It stays its connection's while its visitor
 * may still report, or a decision
 * may be undone.
 * @param until when it ends for good, of a fake.
 */
export function giveUp(
  state: RaffleState,
  reservation: Reservation,
  as: 'liberado' | 'vencido' | 'cedido' | 'falso',
  until: Instant | null = null,
): void {
  const { estado, cantidad, compra } = reservation
  if (estado === 'liberado' || estado === 'vencido') return
  const counter = COUNTER_OF[estado]
  if (counter) state.count({ [counter]: -cantidad })
  if (as === 'falso') state.count({ falsos: cantidad })
  let numbers: string[] = []
  if (hasTickets(estado)) {
    state.count({ libres: cantidad })
    numbers = giveBack(state, reservation)
  }
  const known = as === 'cedido' || as === 'falso' || (as === 'liberado' && compra === 1)
  state.set(reservation, {
    estado: as,
    ...(known ? {} : { cliente: null, red: null }),
    // A visitor who lost the numbers may still get them.
    ...(as === 'cedido' || as === 'falso'
      ? { elegidos: 0, pedidos: numbers.length > 0 ? JSON.stringify(numbers) : null }
      : {}),
    ...(as === 'cedido' ? {} : { vence_en: until }),
  })
  state.callNext()
}

/** Ends those whose time is over. It is never needed for correctness, only for capacity. */
export function endSome(state: RaffleState, over: readonly Reservation[]): void {
  for (const reservation of over) {
    giveUp(state, reservation, 'vencido')
    // One that had ended before would come up again and again.
    if (reservation.vence_en !== null) state.set(reservation, { vence_en: null })
  }
  state.callNext()
}

/** Takes the owner from the reservation's numbers. @returns them. */
export function giveBack(state: RaffleState, reservation: Reservation): string[] {
  const { raffle, pile, stock } = state
  const numbers = state.numbersOf(reservation)
  for (const [at, place] of placesOfPicks(numbers, raffle).entries()) pile.push(place, stock.sin_dueno + at)
  state.count({ sin_dueno: numbers.length })
  state.own(numbers, reservation, null)
  return numbers
}

/** Makes free numbers the reservation's own. */
export function giveNumbers(state: RaffleState, reservation: Reservation, numeros: readonly string[]): void {
  state.pile.take(placesOfPicks(numeros, state.raffle), state.stock.sin_dueno)
  state.count({ sin_dueno: -numeros.length })
  state.own(numeros, null, reservation)
}

/**
 * The places of picked numbers. All code that keeps picks, to give them now or later, calls this first. A number that does not exist, or
 * is picked twice, can never be given, and would fail in another visitor's transaction.
 * @throws AppError 422 NUMERO_INVALIDO
 */
export function placesOfPicks(numeros: readonly string[], raffle: Raffle): number[] {
  const places = numeros.map((numero) => placeOfPick(numero, raffle))
  if (new Set(places).size === places.length) return places
  throw refusal('NUMERO_INVALIDO', { details: 'Elegiste el mismo número más de una vez.' })
}

/** @throws AppError 422 NUMERO_INVALIDO */
function placeOfPick(numero: string, raffle: Raffle): number {
  const place = placeOf(numero, raffle.digitos, raffle.total_numeros)
  if (place !== null) return place
  throw refusal('NUMERO_INVALIDO', {
    error: 'Número inválido',
    details: 'Uno de los números elegidos no existe en esta rifa.',
  })
}
