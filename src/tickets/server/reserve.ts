import type { Instant } from '#platform/clock.ts'
import { type AppError, refusal } from '#platform/errors.ts'
import { numberText } from '#raffles/digits.ts'
import type { Quote } from '../contract.ts'
import { giveNumbers, placesOfPicks } from './moves.ts'
import type { RaffleState } from './path/raffle-state.ts'
import type { Client } from './shares/client-mark.ts'
import { checkUnverified, freeUnderCap } from './shares/unverified-share.ts'
import type { NewReservation, Reservation } from './store.ts'

/** The moves of the scarce thing. ARCHITECTURE.md, "The scarce thing and its locks", explains them together. */

export interface Taking {
  token: string
  cantidad: number
  /** Exactly `cantidad` numbers, or null to be drawn at confirmation. */
  numeros: string[] | null
  estado: 'apartado' | 'en revision'
  vence_en: Instant | null
  cotizacion: Quote
  /** The connection that it counts for; null where nobody counts. */
  client: Client | null
}

/**
 * Takes tickets out of the free ones.
 * @throws AppError 409 SIN_DISPONIBLES with `disponibles`, 409 NUMERO_TOMADO with `numeros`, 422 NUMERO_INVALIDO.
 */
export function takeTickets(state: RaffleState, taking: Taking): Reservation {
  const { raffle, stock } = state
  const { cantidad, numeros, estado } = taking
  if (numeros !== null) placesOfPicks(numeros, raffle)
  if (freeUnderCap(stock, raffle) < cantidad) state.endExpired()
  if (numeros !== null) requireFree(state, numeros)
  checkUnverified(stock, raffle, cantidad)
  if (stock.libres < cantidad) throw notEnough(stock.libres)

  state.count({ libres: -cantidad, [estado === 'apartado' ? 'apartados' : 'en_revision']: cantidad })
  const reservation = state.make(reservationOf(state, taking))
  if (numeros !== null) giveNumbers(state, reservation, numeros)
  return reservation
}

/** The row of tickets that were taken. */
function reservationOf({ raffle, now }: RaffleState, { estado, client, ...taking }: Taking): NewReservation {
  return {
    token: taking.token,
    rifa_id: raffle.id,
    cantidad: taking.cantidad,
    elegidos: taking.numeros === null ? 0 : 1,
    estado,
    vence_en: taking.vence_en,
    renovado: 0,
    compra: estado === 'en revision' ? 1 : 0,
    cotizacion: JSON.stringify(taking.cotizacion),
    cliente: client?.cliente ?? null,
    red: client?.red ?? null,
    pedidos: null,
    reportado_en: estado === 'en revision' ? now : null,
    creado_en: now,
  }
}

/** The payment of a hold was reported: its tickets wait for the review, however long it takes. */
export function keepReported(state: RaffleState, hold: Reservation): Reservation {
  state.count({ apartados: -hold.cantidad, en_revision: hold.cantidad })
  state.set(hold, { estado: 'en revision', vence_en: null, compra: 1, reportado_en: state.now })
  return hold
}

/** The purchase is confirmed: numbers that were not picked are drawn now. Returns all of its numbers, in order. */
export function confirm(state: RaffleState, reservation: Reservation): string[] {
  const { raffle, stock, pile } = state
  const { cantidad, elegidos } = reservation
  if (elegidos === 0) {
    const drawn = pile.draw(cantidad, stock.sin_dueno).map((place) => numberText(place, raffle.digitos))
    state.count({ sin_dueno: -cantidad })
    state.own(drawn, null, reservation)
  }
  const numeros = state.numbersOf(reservation)
  state.count({ en_revision: -cantidad, confirmados: cantidad })
  state.set(reservation, { estado: 'confirmado', vence_en: null })
  return numeros
}

/** A confirmation is undone: back to review with its numbers, also drawn ones, so that nobody draws again for better ones. */
export function unconfirm(state: RaffleState, reservation: Reservation): void {
  const { cantidad } = reservation
  state.count({ confirmados: -cantidad, en_revision: cantidad })
  state.set(reservation, { estado: 'en revision', vence_en: null, elegidos: 1 })
}

function requireFree(state: RaffleState, numeros: readonly string[]): void {
  const taken = [...state.ownersAmong(numeros).keys()]
  if (taken.length === 0) return
  state.endExpired()
  throw numbersTaken(taken)
}

/** @param taken which of the picked numbers somebody else has. */
export function numbersTaken(taken: string[]): AppError {
  const one = taken.length === 1
  return refusal('NUMERO_TOMADO', {
    error: one ? undefined : 'Esos números ya no están disponibles',
    details: `${one ? 'Otra persona acaba de tomar el' : 'Otras personas acaban de tomar'} ${taken.join(', ')}. Elige ${one ? 'otro' : 'otros'}.`,
    numeros: taken,
  })
}

export function notEnough(disponibles: number): AppError {
  if (disponibles === 0) return refusal('SIN_DISPONIBLES', { disponibles })
  const details = `Solo quedan ${disponibles} números disponibles`
  return refusal('SIN_DISPONIBLES', { error: 'No hay suficientes números', details, disponibles })
}
