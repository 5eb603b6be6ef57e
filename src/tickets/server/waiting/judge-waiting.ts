import { after, type Instant } from '#platform/clock.ts'
import { AppError } from '#platform/errors.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { release, releaseExpired } from '../come-free.ts'
import { giveBack, giveUp, hasTickets } from '../moves.ts'
import { FAKES_COUNT } from '../schema.ts'
import { freeUnderCap } from '../shares/unverified-share.ts'
import { type Reservation, type Stock, saveStock, updateReservation } from '../store.ts'
import { seat, serveWaiting } from './serve-waiting.ts'

/**
 * Gives a reported payment that waits for tickets its own, because it is going to be confirmed: before everybody else who waits,
 * whatever its connection has. One that has its tickets is left as it is.
 * @throws AppError 409 SIN_BOLETOS when there are none, also on hold.
 */
export async function seatForApproval(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  now: Instant,
): Promise<void> {
  if (reservation.estado !== 'en espera') return
  const { cantidad, id } = reservation
  if (freeUnderCap(stock, raffle) < cantidad) await releaseExpired(tx, stock, raffle, now)
  const served = await tx.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  Object.assign(reservation, served)
  if (reservation.estado !== 'en espera') return
  // The cap is about payments that nobody has looked at: this one was.
  if (!(await seat(tx, stock, { ...raffle, tope_sin_verificar: null }, reservation, now))) throw noTickets(stock.libres)
  reservation.esperaba = 1
  await updateReservation(tx, id, { esperaba: 1 })
  await saveStock(tx, stock)
}

/**
 * The approval of one that waited is taken back: its tickets go to whoever is next, and it waits for them in its old place. It asks for the
 * numbers that it had, also drawn ones: nobody draws again until he likes them.
 */
export async function waitAgain(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  now: Instant,
): Promise<void> {
  const { id, cantidad } = reservation
  const numeros = await giveBack(tx, stock, raffle, reservation)
  stock.confirmados -= cantidad
  stock.libres += cantidad
  stock.en_espera += cantidad
  const pedidos = JSON.stringify(numeros)
  await updateReservation(tx, id, { estado: 'en espera', elegidos: 0, esperaba: 0, pedidos })
  await saveStock(tx, stock)
  await serveWaiting(tx, stock, raffle, now)
}

/**
 * Keeps the tickets of a rejected payment until then; one that waits for some waits no more.
 * @returns until when; null when it has none.
 */
export async function keepUntil(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  hasta: Instant,
  now: Instant,
): Promise<Instant | null> {
  if (reservation.estado === 'en espera') {
    await release(tx, stock, raffle, reservation, 'liberado', now)
    return null
  }
  await updateReservation(tx, reservation.id, { vence_en: hasta })
  return hasta
}

/**
 * Reports are rejected as fakes: their tickets are free at once, and count against their connections for some hours, or whoever reports
 * the next ones would have his whole share again. One that waited had none.
 */
export async function dropFakes(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  fakes: readonly Reservation[],
  now: Instant,
): Promise<void> {
  for (const fake of fakes) {
    if (hasTickets(fake.estado)) await giveUp(tx, stock, raffle, fake, 'falso', after(now, FAKES_COUNT))
    else await giveUp(tx, stock, raffle, fake, 'liberado')
  }
  await saveStock(tx, stock)
  await serveWaiting(tx, stock, raffle, now)
}

/**
 * A rejection is taken back: the tickets wait for the review again; or it waits for some again, in its old place. One that lost them as a
 * fake has them at once, whatever its connection has, as far as nobody else has got them.
 */
export async function keepAgain(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  now: Instant,
): Promise<void> {
  const { id, estado, cantidad } = reservation
  const waits = estado === 'liberado' || estado === 'falso'
  await updateReservation(tx, id, { vence_en: null, ...(waits ? { estado: 'en espera' } : {}) })
  if (!waits) return
  stock.en_espera += cantidad
  if (estado === 'falso') {
    stock.falsos -= cantidad
    if (freeUnderCap(stock, raffle) >= cantidad) await seat(tx, stock, raffle, reservation, now)
  }
  await saveStock(tx, stock)
  await serveWaiting(tx, stock, raffle, now)
  // He was never told that he had lost them, but may still be to be told that he has them.
  if (estado === 'falso') await updateReservation(tx, id, { servido_en: reservation.servido_en })
}

function noTickets(libres: number): AppError {
  return new AppError(
    409,
    'SIN_BOLETOS',
    'No hay boletos para esta compra',
    libres === 0
      ? 'Todos están vendidos o en revisión. Rechaza reportes falsos para que haya, o devuelve el dinero y recházala.'
      : `Solo quedan ${libres}. Rechaza reportes falsos para que haya más, o devuelve el dinero y recházala.`,
    { extra: { disponibles: libres } },
  )
}
