import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { displace } from './displace.ts'
import { giveNumbers, settle } from './moves.ts'
import { type Counted, countedOf, crowdedShare } from './shares.ts'
import { ownedAmong, type Reservation, type Stock, updateReservation } from './store.ts'
import { hasEarned, priceOf, servedByWaiting } from './turn-price.ts'
import { freeUnderCap } from './unverified-share.ts'
import { AGED, listClients, type Reason } from './waiting-clients.ts'

/** Waiting reports that are looked at in one go. */
const MOST = 1_000

/**
 * Gives tickets to reported payments that wait for them, as far as there are any: free ones, then those of bare holds. Called
 * behind the raffle's lock wherever tickets come free, and by the sweeper, for whom time alone has made room. Who reported first
 * goes first, but connections that have no tickets before those that have, as if they had come five minutes earlier. One that asks
 * for far more than others waits until its payments are verified, or for so long that it has become its turn again.
 * Who does not fit is passed over, so that a large purchase does not keep a small one waiting; a small one that has waited long is
 * not, so that newcomers do not take each ticket before there are enough for it.
 */
export async function serveWaiting(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<void> {
  if (stock.en_espera === 0 || freeUnderCap(stock, raffle) + stock.apartados < raffle.minimo) return
  const clients = await listClients(tx, raffle.id)
  const hopeful = clients.hopeful(countedOf(stock, raffle), now)
  if (servedByWaiting(stock, raffle, now) === 0) hopeful.patience = []
  const waiting = await listWaiting(tx, raffle.id, hopeful, priceOf(stock, raffle, 1))
  const turns = new Map(waiting.map((each) => [each, (each.reportado_en ?? 0) + (clients.has(each) > 0 ? AGED : 0)]))
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
    if (await seat(tx, stock, raffle, reservation, now)) {
      clients.served(reservation)
      await updateReservation(tx, reservation.id, { servido_en: now })
    } else if (isOlder(reservation, counted, now)) break
  }
  await settle(tx, stock, raffle, now)
}

/** Whether it is a small one that has waited so long that nobody goes before it any more. */
function isOlder({ reportado_en, cantidad }: Reservation, counted: Counted, now: Instant): boolean {
  return (reportado_en ?? now) + AGED <= now && cantidad <= crowdedShare(counted)
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
    .where('cantidad', '<=', crowdedShare(countedOf(stock, raffle)))
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

/**
 * Waiting reports that may be served, in the order in which they came: of connections that may have more, those of which nobody counts,
 * and, however many of others wait, those whose devices have worked for them.
 * @param price of one ticket at least; null while no work is enough.
 */
async function listWaiting(
  tx: Sql,
  raffleId: number,
  hopeful: Record<Reason, string[]>,
  price: number | null,
): Promise<Reservation[]> {
  const waiting = tx
    .selectFrom('reservations')
    .selectAll()
    .where('rifa_id', '=', raffleId)
    .where('reportado_en', '>', 0 as Instant)
    .where('estado', '=', 'en espera')
    .orderBy('reportado_en')
    .orderBy('id')
    .limit(MOST)
  const found = new Map<number, Reservation>()
  const add = (rows: Reservation[]) => {
    for (const row of rows) found.set(row.id, row)
  }
  // Each for itself: a thousand of one kind hide none of another.
  add(await waiting.where('cliente', 'is', null).execute())
  for (const clients of [hopeful.share, hopeful.patience]) {
    if (clients.length > 0) add(await waiting.where('cliente', 'in', clients).execute())
  }
  if (price !== null) {
    const earned = waiting
      .where('trabajo', '>', 0)
      // The price of several is rounded once: it may be less than as many times that of one.
      .where((row) => row(row(row('trabajo', '+', row.ref('cantidad')), '/', price), '>=', row.ref('cantidad')))
    add(await earned.execute())
  }
  return [...found.values()]
}
