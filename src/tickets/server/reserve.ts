import type { Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Randomness } from '#platform/server/random.ts'
import { numberText, placeOf } from '#raffles/digits.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Quote } from '../contract.ts'
import { drawPlaces, returnPlaces, takePlaces } from './free-pile.ts'
import {
  deleteTickets,
  expireUndrawn,
  insertReservation,
  insertTickets,
  listExpired,
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
  /** Of a hold that counts against a connection's share. */
  cliente?: string
  now: Instant
}

/**
 * Takes tickets out of the free ones.
 * @throws AppError 409 SIN_DISPONIBLES with `disponibles`, 409 NUMERO_TOMADO with `numeros`, 422 NUMERO_INVALIDO.
 */
export async function take(tx: Sql, stock: Stock, raffle: Raffle, taking: Taking): Promise<Reservation> {
  const { cantidad, numeros, now } = taking
  const places = numeros?.map((numero) => placeOfPick(numero, raffle)) ?? []
  if (numeros !== null) await makeFree(tx, stock, raffle, numeros, now)
  if (stock.libres < cantidad) await releaseExpired(tx, stock, raffle, now)
  if (stock.libres < cantidad) throw notEnough(stock.libres)

  stock.libres -= cantidad
  if (taking.estado === 'apartado') stock.apartados += cantidad
  else stock.en_revision += cantidad
  if (numeros !== null) {
    await takePlaces(tx, raffle.id, stock.sin_dueno, places)
    stock.sin_dueno -= cantidad
  }
  const inserting = insertReservation(tx, {
    token: taking.token,
    rifa_id: raffle.id,
    cantidad,
    elegidos: numeros === null ? 0 : 1,
    estado: taking.estado,
    vence_en: taking.vence_en,
    renovado: 0,
    compra: taking.estado === 'en revision' ? 1 : 0,
    cotizacion: JSON.stringify(taking.cotizacion),
    cliente: taking.cliente ?? null,
    creado_en: now,
  })
  const [reservation] = await Promise.all([inserting, saveStock(tx, stock)])
  if (numeros !== null) await insertTickets(tx, stock, reservation, numeros, taking.estado)
  return reservation
}

/** The visitor reported his payment: the tickets wait for the review, however long it takes. */
export async function keepForReview(tx: Sql, stock: Stock, reservation: Reservation): Promise<void> {
  stock.apartados -= reservation.cantidad
  stock.en_revision += reservation.cantidad
  await Promise.all([
    updateReservation(tx, reservation.id, { estado: 'en revision', vence_en: null, cliente: null, compra: 1 }),
    reservation.elegidos === 1 ? setTicketsState(tx, stock, reservation, 'en revision') : null,
    saveStock(tx, stock),
  ])
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
    await insertTickets(
      tx,
      stock,
      reservation,
      places.map((place) => numberText(place, raffle.digitos)),
      'vendido',
    )
  }
  stock.en_revision -= reservation.cantidad
  stock.confirmados += reservation.cantidad
  await updateReservation(tx, reservation.id, { estado: 'confirmado', vence_en: null })
  await saveStock(tx, stock)
  return (await numbersOf(tx, [reservation.id])).get(reservation.id) ?? []
}

/** A confirmation is undone: back to review; drawn numbers lose their owner, picked ones keep theirs. */
export async function unconfirm(tx: Sql, stock: Stock, raffle: Raffle, reservation: Reservation): Promise<void> {
  stock.confirmados -= reservation.cantidad
  stock.en_revision += reservation.cantidad
  if (reservation.elegidos === 1) await setTicketsState(tx, stock, reservation, 'en revision')
  else await giveBack(tx, stock, raffle, reservation)
  await updateReservation(tx, reservation.id, { estado: 'en revision', vence_en: null })
  await saveStock(tx, stock)
}

/** The tickets go back on sale. */
export async function release(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  as: 'liberado' | 'vencido',
): Promise<void> {
  switch (reservation.estado) {
    case 'apartado':
      stock.apartados -= reservation.cantidad
      break
    case 'en revision':
      stock.en_revision -= reservation.cantidad
      break
    case 'confirmado':
      stock.confirmados -= reservation.cantidad
      break
    case 'liberado':
    case 'vencido':
      return
  }
  stock.libres += reservation.cantidad
  if (reservation.elegidos === 1 || reservation.estado === 'confirmado') await giveBack(tx, stock, raffle, reservation)
  await updateReservation(tx, reservation.id, { estado: as, vence_en: null, cliente: null })
  await saveStock(tx, stock)
}

/** Gives back everything of the raffle whose time is over. Freeing is never needed for correctness, only for capacity. */
export async function releaseExpired(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<void> {
  const held = await expireUndrawn(tx, raffle.id, 'apartado', now)
  const inReview = await expireUndrawn(tx, raffle.id, 'en revision', now)
  stock.apartados -= held
  stock.en_revision -= inReview
  stock.libres += held + inReview
  await saveStock(tx, stock)
  for (const reservation of await listExpired(tx, raffle.id, now)) {
    await release(tx, stock, raffle, reservation, 'vencido')
  }
}

async function giveBack(tx: Sql, stock: Stock, raffle: Raffle, reservation: Reservation): Promise<void> {
  const numbers = await deleteTickets(tx, stock, reservation)
  const places = numbers.map((numero) => placeOfPick(numero, raffle))
  await returnPlaces(tx, raffle.id, stock.sin_dueno, places)
  stock.sin_dueno += places.length
}

async function makeFree(tx: Sql, stock: Stock, raffle: Raffle, numeros: string[], now: Instant): Promise<void> {
  if (new Set(numeros).size !== numeros.length) {
    throw new AppError(422, 'NUMERO_INVALIDO', 'Números repetidos', 'Elegiste el mismo número más de una vez.')
  }
  let taken = await ownedAmong(tx, raffle.id, numeros)
  if (taken.length > 0) {
    await releaseExpired(tx, stock, raffle, now)
    taken = await ownedAmong(tx, raffle.id, numeros)
  }
  if (taken.length === 0) return
  const one = taken.length === 1
  throw new AppError(
    409,
    'NUMERO_TOMADO',
    one ? 'Ese número ya no está disponible' : 'Esos números ya no están disponibles',
    `${one ? 'Otra persona acaba de tomar el' : 'Otras personas acaban de tomar'} ${taken.join(', ')}. Elige ${one ? 'otro' : 'otros'}.`,
    { extra: { numeros: taken } },
  )
}

function placeOfPick(numero: string, raffle: Raffle): number {
  const place = placeOf(numero, raffle.digitos, raffle.total_numeros)
  if (place === null) {
    throw new AppError(422, 'NUMERO_INVALIDO', 'Número inválido', 'Uno de los números elegidos no existe en esta rifa.')
  }
  return place
}

function notEnough(disponibles: number): AppError {
  return new AppError(
    409,
    'SIN_DISPONIBLES',
    disponibles === 0 ? 'Ya no quedan números' : 'No hay suficientes números',
    disponibles === 0
      ? 'Todos los números están vendidos o apartados en este momento.'
      : `Solo quedan ${disponibles} números disponibles`,
    { extra: { disponibles } },
  )
}
