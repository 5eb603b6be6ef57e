import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Randomness } from '#platform/server/random.ts'
import { numberText } from '#raffles/digits.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Quote } from '../contract.ts'
import { releaseExpired } from './come-free.ts'
import { giveNumbers, placesOfPicks } from './moves.ts'
import { drawPlaces } from './numbers/free-pile.ts'
import type { Client } from './shares/client-mark.ts'
import { checkUnverified, freeUnderCap } from './shares/unverified-share.ts'
import {
  insertReservation,
  insertTickets,
  type NewReservation,
  numbersOf,
  ownedAmong,
  type Reservation,
  type Stock,
  saveStock,
  setTicketsState,
  updateReservation,
} from './store.ts'

/**
 * The moves of the scarce thing. Each is part of a transaction that has locked the raffle's stock (`lockStock`), keeps the
 * counters adding up, and saves them. ARCHITECTURE.md, "The scarce thing and its locks", explains them together.
 */

export interface Taking {
  token: string
  cantidad: number
  /** Exactly `cantidad` numbers, or null to be drawn at confirmation. */
  numeros: string[] | null
  estado: 'apartado' | 'en revision'
  vence_en: Instant | null
  cotizacion: Quote
  /** Whose it counts as; null where nobody counts. */
  client: Client | null
  now: Instant
}

/**
 * Takes tickets out of the free ones.
 * @throws AppError 409 SIN_DISPONIBLES with `disponibles`, 409 NUMERO_TOMADO with `numeros`, 422 NUMERO_INVALIDO.
 */
export async function takeTickets(tx: Sql, stock: Stock, raffle: Raffle, taking: Taking): Promise<Reservation> {
  const { cantidad, numeros, now } = taking
  if (numeros !== null) placesOfPicks(numeros, raffle)
  if (freeUnderCap(stock, raffle) < cantidad) await releaseExpired(tx, stock, raffle, now)
  // Last: what came free before may have been given to who waits for these very numbers.
  if (numeros !== null) await makeFree(tx, stock, raffle, numeros, now)
  checkUnverified(stock, raffle, cantidad)
  if (stock.libres < cantidad) throw notEnough(stock.libres)

  stock.libres -= cantidad
  stock[taking.estado === 'apartado' ? 'apartados' : 'en_revision'] += cantidad
  const inserting = insertReservation(tx, reservationOf(raffle, taking))
  if (numeros === null) return (await Promise.all([inserting, saveStock(tx, stock)]))[0]
  const reservation = await inserting
  await giveNumbers(tx, stock, raffle, reservation, numeros, taking.estado)
  await saveStock(tx, stock)
  return reservation
}

/** The row of tickets that were taken. */
export function reservationOf(raffle: Raffle, { estado, client, now, ...taking }: Taking): NewReservation {
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

/** The purchase is confirmed: numbers that were not picked are drawn now. Returns all of its numbers, in order. */
export async function confirm(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  random: Randomness,
): Promise<string[]> {
  if (reservation.elegidos === 1) {
    await setTicketsState(tx, stock, reservation, 'vendido')
  } else {
    const places = await drawPlaces(tx, raffle.id, stock.sin_dueno, reservation.cantidad, random)
    stock.sin_dueno -= reservation.cantidad
    const { id: reserva_id } = reservation
    await insertTickets(
      tx,
      stock,
      places.map((place) => ({ numero: numberText(place, raffle.digitos), estado: 'vendido', reserva_id })),
    )
  }
  stock.en_revision -= reservation.cantidad
  stock.confirmados += reservation.cantidad
  await updateReservation(tx, reservation.id, { estado: 'confirmado', vence_en: null })
  await saveStock(tx, stock)
  return (await numbersOf(tx, [reservation.id])).get(reservation.id) ?? []
}

/** A confirmation is undone: back to review with its numbers, also those that were drawn. Nobody draws again until he likes them. */
export async function unconfirm(tx: Sql, stock: Stock, reservation: Reservation): Promise<void> {
  stock.confirmados -= reservation.cantidad
  stock.en_revision += reservation.cantidad
  await setTicketsState(tx, stock, reservation, 'en revision')
  await updateReservation(tx, reservation.id, { estado: 'en revision', vence_en: null, elegidos: 1 })
  await saveStock(tx, stock)
}

async function makeFree(tx: Sql, stock: Stock, raffle: Raffle, numeros: string[], now: Instant): Promise<void> {
  let taken = await ownedAmong(tx, raffle.id, numeros)
  if (taken.length > 0) {
    await releaseExpired(tx, stock, raffle, now)
    taken = await ownedAmong(tx, raffle.id, numeros)
  }
  if (taken.length === 0) return
  throw numbersTaken(taken)
}

/** @param taken which of the picked numbers somebody else has. */
export function numbersTaken(taken: string[]): AppError {
  const one = taken.length === 1
  return new AppError(
    409,
    'NUMERO_TOMADO',
    one ? 'Ese número ya no está disponible' : 'Esos números ya no están disponibles',
    `${one ? 'Otra persona acaba de tomar el' : 'Otras personas acaban de tomar'} ${taken.join(', ')}. Elige ${one ? 'otro' : 'otros'}.`,
    { extra: { numeros: taken } },
  )
}

export function notEnough(disponibles: number): AppError {
  return new AppError(
    409,
    'SIN_DISPONIBLES',
    disponibles === 0 ? 'Ya no quedan números' : 'No hay suficientes números',
    disponibles === 0
      ? 'Todos los números están vendidos o apartados en este momento. Los que nadie pague vuelven en unos minutos: intenta de nuevo.'
      : `Solo quedan ${disponibles} números disponibles`,
    { extra: { disponibles } },
  )
}
