import { after, type Instant } from '#platform/clock.ts'
import { refusal } from '#platform/errors.ts'
import { giveBack, giveUp, hasTickets } from '../moves.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import { FAKES_COUNT } from '../schema.ts'
import { freeUnderCap } from '../shares/unverified-share.ts'
import type { Reservation } from '../store.ts'
import { seat } from './serve-waiting.ts'

/**
 * Gives a reported payment that waits for tickets its own, because it is going to be confirmed. It goes before all others that
 * wait, beyond its connection's share. One that has its tickets is left as it is.
 * @throws AppError 409 SIN_BOLETOS when there are none, also on hold.
 */
export function seatForApproval(state: RaffleState, reservation: Reservation): void {
  if (reservation.estado !== 'en espera') return
  const { stock, raffle } = state
  const { cantidad } = reservation
  if (freeUnderCap(stock, raffle) < cantidad) state.endExpired()
  // The cap is about payments that nobody has looked at: this one was.
  if (!seat(state, reservation, cantidad - stock.libres)) {
    throw refusal('SIN_BOLETOS', {
      details:
        stock.libres === 0
          ? 'Todos están vendidos o en revisión. Rechaza reportes falsos para que haya, o devuelve el dinero y recházala.'
          : `Solo quedan ${stock.libres}. Rechaza reportes falsos para que haya más, o devuelve el dinero y recházala.`,
      disponibles: stock.libres,
    })
  }
  state.set(reservation, { esperaba: 1 })
}

/**
 * The approval of a report that waited is undone: its tickets go to the next in line, and it waits for them in its old place. It asks
 * for the numbers that it had, also drawn ones, so that nobody draws again for better ones.
 */
export function waitAgain(state: RaffleState, reservation: Reservation): void {
  const { cantidad } = reservation
  const numeros = giveBack(state, reservation)
  state.count({ confirmados: -cantidad, libres: cantidad, en_espera: cantidad })
  state.set(reservation, { estado: 'en espera', elegidos: 0, esperaba: 0, pedidos: JSON.stringify(numeros) })
  state.callNext()
}

/**
 * Keeps the tickets of a rejected payment until then; one that waits for some waits no more.
 * @returns until when; null when it has none.
 */
export function keepUntil(state: RaffleState, reservation: Reservation, hasta: Instant): Instant | null {
  if (reservation.estado === 'en espera') {
    giveUp(state, reservation, 'liberado')
    return null
  }
  state.set(reservation, { vence_en: hasta })
  return hasta
}

/**
 * Reports are rejected as fakes. Their tickets are free at once, and count against their connections for some hours, or the next
 * reports would have the whole share again. One that waited had none.
 */
export function dropFakes(state: RaffleState, ids: readonly number[]): void {
  state.prepare({ ids })
  for (const fake of ids.map((id) => state.reservation(id))) {
    if (hasTickets(fake.estado)) giveUp(state, fake, 'falso', after(state.now, FAKES_COUNT))
    else giveUp(state, fake, 'liberado')
  }
}

/**
 * A rejection is undone: the tickets wait for the review again; or it waits for some again, in its old place. One that lost them as a
 * fake gets them immediately, beyond its connection's share, as far as nobody else has got them.
 */
export function keepAgain(state: RaffleState, reservation: Reservation): void {
  const { estado, cantidad } = reservation
  const waits = estado === 'liberado' || estado === 'falso'
  state.set(reservation, { vence_en: null, ...(waits ? { estado: 'en espera' } : {}) })
  if (!waits) return
  state.count({ en_espera: cantidad })
  if (estado === 'falso') {
    state.count({ falsos: -cantidad })
    if (freeUnderCap(state.stock, state.raffle) >= cantidad) seat(state, reservation)
    // The buyer was never told that they were lost.
    state.told.add(reservation)
  }
  state.callNext()
}
