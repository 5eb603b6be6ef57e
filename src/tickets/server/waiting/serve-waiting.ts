import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { LEAST_TICKETS } from '#raffles/quantity-limits.ts'
import { isFrozen } from '#raffles/server/settled.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { displace } from '../displace.ts'
import { giveNumbers } from '../moves.ts'
import type { Client } from '../shares/client-mark.ts'
import { countConnection } from '../shares/connections.ts'
import { countedOf, isPlenty, limitsOf, roomOf } from '../shares/shares.ts'
import { missingFor } from '../shares/unverified-share.ts'
import { findReservation, ownedAmong, type Reservation, type Stock, saveStock, updateReservation } from '../store.ts'
import { listWaiting, MOST } from './list-waiting.ts'

/**
 * Gives tickets to reported payments that wait for them, as far as there are any: free ones, then those of bare holds. Called
 * behind the raffle's lock wherever tickets come free, and by the sweeper, for whom time alone has made room. Who reported first
 * goes first; who does not fit, or has no room in his connection's share, is passed over, so that a fake report of 100 keeps 99
 * tickets from nobody.
 */
export async function serveWaiting(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<void> {
  // What waits then is dropped, and is not told first that it has its tickets.
  if (isFrozen(raffle, now)) return
  // Those that a full list left out come with the next, as long as somebody is served.
  while (mayServe(stock, raffle) && (await serveSome(tx, stock, raffle, now))) {}
}

/** A report keeps the number of tickets that it was made with, whatever the raffle asks for by now. */
function mayServe(stock: Stock, raffle: Raffle): boolean {
  const { libres, apartados } = countedOf(stock, raffle)
  return stock.en_espera > 0 && libres + apartados >= Math.min(LEAST_TICKETS, raffle.minimo)
}

/**
 * Whether a report has room in its connection's share, asked before it is given tickets. Where only holds fill that share, the report
 * goes before those: they are a neighbour's, or a cheat's.
 */
export async function mayTake(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  { client, cantidad, now }: { client: Client | null; cantidad: number; now: Instant },
): Promise<boolean> {
  if (client === null || isPlenty(stock, raffle, cantidad)) return true
  // Nothing is taken from anybody in vain.
  if (missingFor(stock, raffle, cantidad) > stock.apartados) return false
  const has = await countConnection(tx, raffle.id, client, now)
  const limits = limitsOf(countedOf(stock, raffle))
  if (cantidad <= roomOf(limits, has)) return true
  return cantidad <= roomOf(limits, has.reported) && displace(tx, stock, raffle, cantidad, now, client.red)
}

/** @returns whether there may be more to serve. */
async function serveSome(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<boolean> {
  const waiting = await listWaiting(tx, raffle.id, countedOf(stock, raffle), now)
  /** What connections and networks were given since they were counted. */
  const given = new Map<string, number>()
  for (const { id, cliente, red, cantidad, tiene, red_tiene } of waiting) {
    const marks = [`cliente ${cliente}`, `red ${red}`] as const
    const [own, network] = marks.map((mark) => given.get(mark) ?? 0) as [number, number]
    const room = roomOf(limitsOf(countedOf(stock, raffle)), { tiene: tiene + own, red: red_tiene + network })
    if (red !== null && room < cantidad) continue
    if (red !== null && !(await mayTake(tx, stock, raffle, { client: { cliente: cliente ?? '', red }, cantidad, now })))
      continue
    const whole = await findReservation(tx, id)
    if (!whole || !(await seat(tx, stock, raffle, whole, now))) continue
    await updateReservation(tx, id, { servido_en: now })
    for (const mark of marks) given.set(mark, (given.get(mark) ?? 0) + cantidad)
  }
  if (given.size > 0) await saveStock(tx, stock)
  return given.size > 0 && waiting.length === MOST
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
  if (!(await displace(tx, stock, raffle, missingFor(stock, raffle, cantidad), now))) return false
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
