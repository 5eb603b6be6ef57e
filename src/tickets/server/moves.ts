import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { placeOf } from '#raffles/digits.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { returnPlaces, takePlaces } from './numbers/free-pile.ts'
import type { ReservationState, Ticket } from './schema.ts'
import { deleteTickets, insertTickets, type Reservation, type Stock, updateReservation } from './store.ts'

/**
 * The smallest moves of the scarce thing, of which the others are made. Each is part of a transaction that has locked the
 * raffle's stock and keeps the counters adding up; whoever calls saves them.
 */

/** Which counter of the stock a reservation's tickets stand in; null when it has none. */
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
  return estado === 'apartado' || estado === 'en revision' || estado === 'confirmado'
}

/**
 * Ends a reservation, or leaves it without its tickets (`cedido`, `falso`): they are free. One that has none only changes its state,
 * and one that had ended before is left as it is. It stays its connection's while its visitor may still report, or a decision
 * may be taken back.
 * @param until when it ends for good, of a fake.
 */
export async function giveUp(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  as: 'liberado' | 'vencido' | 'cedido' | 'falso',
  until: Instant | null = null,
): Promise<void> {
  const { estado, cantidad, compra } = reservation
  if (estado === 'liberado' || estado === 'vencido') return
  const counter = COUNTER_OF[estado]
  if (counter) stock[counter] -= cantidad
  if (as === 'falso') stock.falsos += cantidad
  let numbers: string[] = []
  if (hasTickets(estado)) {
    stock.libres += cantidad
    if (reservation.elegidos === 1 || estado === 'confirmado') numbers = await giveBack(tx, stock, raffle, reservation)
  }
  const known = as === 'cedido' || as === 'falso' || (as === 'liberado' && compra === 1)
  await updateReservation(tx, reservation.id, {
    estado: as,
    ...(known ? {} : { cliente: null, red: null }),
    // Who lost his numbers may still get them.
    ...(as === 'cedido' || as === 'falso'
      ? { elegidos: 0, pedidos: numbers.length > 0 ? JSON.stringify(numbers) : null }
      : {}),
    ...(as === 'cedido' ? {} : { vence_en: until }),
  })
}

/** Takes the owner from the reservation's numbers. @returns them. */
export async function giveBack(tx: Sql, stock: Stock, raffle: Raffle, reservation: Reservation): Promise<string[]> {
  const numbers = await deleteTickets(tx, stock, reservation)
  const places = numbers.map((numero) => placeOfPick(numero, raffle))
  await returnPlaces(tx, raffle.id, stock.sin_dueno, places)
  stock.sin_dueno += places.length
  return numbers
}

/** Makes free numbers the reservation's own. */
export async function giveNumbers(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  numeros: string[],
  estado: Ticket['estado'],
): Promise<void> {
  await takePlaces(tx, raffle.id, stock.sin_dueno, placesOfPicks(numeros, raffle))
  stock.sin_dueno -= numeros.length
  const { id: reserva_id } = reservation
  await insertTickets(
    tx,
    stock,
    numeros.map((numero) => ({ numero, estado, reserva_id })),
  )
}

/**
 * The places of picked numbers. Whatever keeps somebody's picks, to give them now or later, asks this first: a number that does not exist, or
 * stands there twice, can never be given, and would fail in the transaction of somebody else.
 * @throws AppError 422 NUMERO_INVALIDO
 */
export function placesOfPicks(numeros: readonly string[], raffle: Raffle): number[] {
  const places = numeros.map((numero) => placeOfPick(numero, raffle))
  if (new Set(places).size === places.length) return places
  throw new AppError(422, 'NUMERO_INVALIDO', 'Números repetidos', 'Elegiste el mismo número más de una vez.')
}

/** @throws AppError 422 NUMERO_INVALIDO */
function placeOfPick(numero: string, raffle: Raffle): number {
  const place = placeOf(numero, raffle.digitos, raffle.total_numeros)
  if (place !== null) return place
  throw new AppError(422, 'NUMERO_INVALIDO', 'Número inválido', 'Uno de los números elegidos no existe en esta rifa.')
}
