import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { LEAST_TICKETS } from '#raffles/quantity-limits.ts'
import { isFrozen } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { displace } from '../displace.ts'
import { giveNumbers, settle } from '../moves.ts'
import { type Counted, countedOf, crowdedShare } from '../shares/shares.ts'
import { freeUnderCap } from '../shares/unverified-share.ts'
import { findReservation, ownedAmong, type Reservation, type Stock, updateReservation } from '../store.ts'
import { listWaiting } from './list-waiting.ts'
import { hasEarned, leftOf, servedByWaiting } from './turn-price.ts'
import { AGED, type Waiting } from './waiting-clients.ts'

/**
 * Gives tickets to reported payments that wait for them, as far as there are any: free ones, then those of bare holds. Called
 * behind the raffle's lock wherever tickets come free, and by the sweeper, for whom time alone has made room. Who reported first
 * goes first, but connections that have no tickets before those that have, as if they had come five minutes earlier. One that asks
 * for far more than others waits until its payments are verified, or for so long that it has become its turn again.
 * Who does not fit is passed over, so that a large purchase does not keep a small one waiting; a small one that has waited long is
 * not, so that newcomers do not take each ticket before there are enough for it.
 */
export async function serveWaiting(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<void> {
  // What waits then is dropped, and is not told first that it has its tickets.
  if (!mayServe(stock, raffle) || isFrozen(raffle, now)) return
  // Those that a full list left out come with the next, as long as somebody is served.
  while (await serveSome(tx, stock, raffle, now)) {}
  await settle(tx, stock, raffle, now)
}

/** A report keeps the number of tickets that it was made with, whatever the raffle asks for by now. */
function mayServe(stock: Stock, raffle: Raffle): boolean {
  return stock.en_espera > 0 && leftOf(stock, raffle) >= Math.min(LEAST_TICKETS, raffle.minimo)
}

/** @returns whether there may be more to serve. */
async function serveSome(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<boolean> {
  const { waiting, clients, full } = await listWaiting(tx, stock, raffle, now)
  const turns = new Map(waiting.map((each) => [each, (each.reportado_en ?? 0) + (clients.has(each) > 0 ? AGED : 0)]))
  let served = false
  waiting.sort((one, other) => (turns.get(one) ?? 0) - (turns.get(other) ?? 0) || one.id - other.id)
  let patient = true
  for (const reservation of waiting) {
    const counted = countedOf(stock, raffle)
    const reason = hasEarned(stock, raffle, reservation) ? 'work' : clients.reasonFor(reservation, counted, now)
    if (reason === null || (reason === 'patience' && !patient)) continue
    if (reason === 'patience' && servedByWaiting(stock, raffle, now) < reservation.cantidad) {
      // What waiting gives is kept for it, until there is enough.
      if (isOlder(reservation, counted, now)) patient = false
      continue
    }
    const whole = await findReservation(tx, reservation.id)
    if (whole && (await seat(tx, stock, raffle, whole, now))) {
      served = true
      clients.served(reservation)
      await updateReservation(tx, reservation.id, { servido_en: now })
    } else if (isOlder(reservation, counted, now)) return false
  }
  return full && served && mayServe(stock, raffle)
}

/** Whether it is a small one that has waited so long that nobody goes before it any more. */
function isOlder({ reportado_en, cantidad }: Waiting, counted: Counted, now: Instant): boolean {
  return (reportado_en ?? now) + AGED <= now && cantidad <= mostOfSmall(counted)
}

/** Up to so many tickets are few; for more than are not verified there will never be enough, and nobody waits behind that. */
function mostOfSmall(counted: Counted): number {
  return Math.min(crowdedShare(counted), counted.libres + counted.apartados + counted.en_revision)
}

/** Whether somebody waits before whom no newcomer goes. */
export async function hasOlder(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<boolean> {
  if (stock.en_espera === 0) return false
  const found = await tx
    .selectFrom('reservations')
    .select('id')
    .where('rifa_id', '=', raffle.id)
    .where('estado', '=', 'en espera')
    .where('reportado_en', '<=', (now - AGED) as Instant)
    .where('cantidad', '<=', mostOfSmall(countedOf(stock, raffle)))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Gives a reservation without tickets its own: the numbers that it asks for when they can be had, else any, to be drawn. The
 * caller saves the counters.
 * @returns whether there were enough.
 */
export async function seat(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  reservation: Reservation,
  now: Instant,
): Promise<boolean> {
  const { cantidad } = reservation
  if (!(await displace(tx, stock, raffle, cantidad - freeUnderCap(stock, raffle), now))) return false
  const numeros = await wantedNumbers(tx, raffle, reservation)
  stock.en_espera -= cantidad
  stock.libres -= cantidad
  stock.en_revision += cantidad
  const elegidos = numeros === null ? 0 : 1
  if (numeros) await giveNumbers(tx, stock, raffle, reservation, numeros, 'en revision')
  Object.assign(reservation, { estado: 'en revision', elegidos, pedidos: null })
  await updateReservation(tx, reservation.id, { estado: 'en revision', elegidos, pedidos: null })
  return true
}

/** The numbers that a reservation asks for, while all of them are free. */
async function wantedNumbers(tx: Sql, raffle: Raffle, { pedidos }: Reservation): Promise<string[] | null> {
  const numeros = pedidos === null ? null : (JSON.parse(pedidos) as string[])
  // A list with a number twice can never be given, and would fail in the transaction of somebody else.
  if (numeros && new Set(numeros).size !== numeros.length) return null
  return numeros && (await ownedAmong(tx, raffle.id, numeros)).length === 0 ? numeros : null
}
