import { displacePicks } from '../displace.ts'
import { COUNTER_OF, placesOfPicks } from '../moves.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import { numbersTaken, type Taking, takeTickets } from '../reserve.ts'
import { freeUnderCap } from '../shares/unverified-share.ts'
import type { Reservation } from '../store.ts'
import { mayTake, seat } from './serve-waiting.ts'

/** A payment that was reported without tickets that wait for it. */
export interface Reported extends Omit<Taking, 'estado' | 'vence_en'> {
  /** The hold that another report took during the payment. It becomes the reservation. */
  own: Reservation | null
  /** The hold of the payment, which ran out of time. */
  over: Reservation | null
}

/**
 * The tickets of a reported payment: free ones, else those of bare holds (displace.ts), else it waits for some (`en espera`). Waiting
 * reports get them in order (serve-waiting.ts), maybe before they are answered. A payer is never sent away. Above its connection's share it waits
 * too.
 * @throws AppError 409 NUMERO_TOMADO with `numeros` while others can be picked, 422 NUMERO_INVALIDO.
 */
export function reserveReported(state: RaffleState, reported: Reported): Reservation {
  const { stock, raffle } = state
  const { cantidad, own, over } = reported
  if (freeUnderCap(stock, raffle) < cantidad) state.endExpired()
  // Before anybody loses a hold for it: out of turn, it takes nothing from others.
  const served = mayTake(state, reported)
  const numeros = choose(state, reported, served)
  const asksFor = over?.pedidos ?? null
  if (served && own === null && asksFor === null && stock.en_espera === 0 && freeUnderCap(stock, raffle) >= cantidad) {
    return takeTickets(state, { ...reported, numeros, estado: 'en revision', vence_en: null })
  }
  // Behind reports that wait already.
  const next = stock.en_espera === 0
  const reservation = queue(state, { ...reported, numeros })
  if (served && next) seat(state, reservation)
  // A visitor who lost a hold may have lost more tickets than this report takes.
  state.callNext()
  state.told.add(reservation)
  return reservation
}

/**
 * The picked numbers that the report gets: all of them, or none when some cannot be had and nothing else can be picked either. Those of bare
 * holds are taken only when too few others are free.
 * @param served whether it is given tickets at once.
 */
function choose(state: RaffleState, { numeros, cantidad }: Reported, served: boolean): string[] | null {
  if (numeros === null) return null
  placesOfPicks(numeros, state.raffle)
  const taken = [...state.ownersAmong(numeros).keys()]
  if (taken.length === 0) return numeros
  state.endExpired()
  if (freeUnderCap(state.stock, state.raffle) >= cantidad) throw numbersTaken(taken)
  return served && displacePicks(state, numeros) ? numeros : null
}

/** A place in the queue: every report has one until it is given tickets. */
function queue(state: RaffleState, reported: Reported): Reservation {
  const { own, over, cantidad, numeros, client, token, cotizacion } = reported
  const { now, raffle } = state
  const waiting = {
    estado: 'en espera' as const,
    vence_en: null,
    compra: 1,
    cliente: client?.cliente ?? null,
    red: client?.red ?? null,
    pedidos: numeros === null ? ((own ?? over)?.pedidos ?? null) : JSON.stringify(numeros),
    reportado_en: over?.reportado_en ?? now,
  }
  state.count({ en_espera: cantidad })
  if (own === null) {
    const fresh = { token, rifa_id: raffle.id, cantidad, elegidos: 0, renovado: 0, creado_en: now }
    return state.make({ ...waiting, ...fresh, cotizacion: JSON.stringify(cotizacion) })
  }
  const counter = COUNTER_OF[own.estado]
  if (counter) state.count({ [counter]: -cantidad })
  state.set(own, waiting)
  return own
}
