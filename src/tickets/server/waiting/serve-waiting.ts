import { placeOf } from '#raffles/digits.ts'
import { LEAST_TICKETS } from '#raffles/quantity-limits.ts'
import { displace } from '../displace.ts'
import { giveNumbers } from '../moves.ts'
import type { RaffleState } from '../path/raffle-state.ts'
import type { Client } from '../shares/client-mark.ts'
import { countedOf, isPlenty, limitsOf, roomOf } from '../shares/shares.ts'
import { missingFor } from '../shares/unverified-share.ts'
import type { Reservation } from '../store.ts'
import { MOST, type Waiting } from './list-waiting.ts'

/** Whether a waiting report might be served: it keeps its number of tickets, even if the raffle's minimum has changed. */
export function mayServe({ stock, raffle }: RaffleState): boolean {
  const { libres, apartados } = countedOf(stock, raffle)
  return stock.en_espera > 0 && libres + apartados >= Math.min(LEAST_TICKETS, raffle.minimo)
}

/**
 * Whether a report has room in its connection's share, checked before it is given tickets. Where only holds fill that share, the report goes
 * before those: they are a neighbour's, or a cheat's.
 */
export function mayTake(
  state: RaffleState,
  { client, cantidad }: { client: Client | null; cantidad: number },
): boolean {
  const { stock, raffle } = state
  if (client === null || isPlenty(stock, raffle, cantidad)) return true
  // Nothing is taken from anybody in vain.
  if (missingFor(stock, raffle, cantidad) > stock.apartados) return false
  const has = state.connection(client)
  const limits = limitsOf(countedOf(stock, raffle))
  if (cantidad <= roomOf(limits, has)) return true
  return cantidad <= roomOf(limits, has.reported) && displace(state, cantidad, client.red)
}

/**
 * Gives tickets to reported payments that wait for them, as far as there are any: free ones, then those of bare holds. It runs after
 * every release of tickets, and with the sweeper, because time alone may have made room. The earliest report
 * goes first. One that does not fit, or has no room in its connection's share, is passed over, so that a fake report of 100 keeps 99
 * tickets from nobody.
 */
export function serveSome(state: RaffleState): void {
  const { stock, raffle, now, told } = state
  const waiting = state.line(countedOf(stock, raffle))
  /** Tickets given to connections and networks since they were counted. */
  const given = new Map<string, number>()
  let ready = 0
  for (const [place, { id, cliente, red, cantidad, tiene, red_tiene }] of waiting.entries()) {
    if (!mayServe(state)) break
    if (place === ready) {
      // 50 first, then twice as many: each request for more rows restarts the service.
      ready = 2 * place + 50
      prepare(state, waiting.slice(place, ready))
    }
    const marks = [`cliente ${cliente}`, `red ${red}`] as const
    const [own, network] = marks.map((mark) => given.get(mark) ?? 0) as [number, number]
    const room = roomOf(limitsOf(countedOf(stock, raffle)), { tiene: tiene + own, red: red_tiene + network })
    if (red !== null && room < cantidad) continue
    if (red !== null && !mayTake(state, { client: { cliente: cliente ?? '', red }, cantidad })) continue
    const reservation = state.reservation(id)
    if (!seat(state, reservation)) continue
    if (!told.has(reservation)) state.set(reservation, { servido_en: now })
    for (const mark of marks) given.set(mark, (given.get(mark) ?? 0) + cantidad)
  }
  // Those that a full list left out come with the next, as long as somebody is served.
  if (given.size > 0 && waiting.length === MOST) state.callNext()
}

function prepare(state: RaffleState, waiting: readonly Waiting[]): void {
  state.prepare({
    ids: waiting.map(({ id }) => id),
    networks: [...new Set(waiting.flatMap(({ red }) => red ?? []))],
  })
  state.ownersAmong(waiting.flatMap(({ id }) => picksOf(state, state.reservation(id)) ?? []))
}

/**
 * Gives a reservation without tickets its own: its wanted numbers when they can be had, else any, to be drawn.
 * @param missing how many must come from holds.
 * @returns whether there were enough.
 */
export function seat(
  state: RaffleState,
  reservation: Reservation,
  missing = missingFor(state.stock, state.raffle, reservation.cantidad),
): boolean {
  const { cantidad } = reservation
  if (!displace(state, missing)) return false
  const numeros = wantedNumbers(state, reservation)
  state.count({ en_espera: -cantidad, libres: -cantidad, en_revision: cantidad })
  if (numeros) giveNumbers(state, reservation, numeros)
  state.set(reservation, { estado: 'en revision', elegidos: numeros === null ? 0 : 1, pedidos: null })
  return true
}

/** The wanted numbers of a reservation, while all of them are free. */
function wantedNumbers(state: RaffleState, reservation: Reservation): string[] | null {
  const numeros = picksOf(state, reservation)
  return numeros && state.ownersAmong(numeros).size === 0 ? numeros : null
}

/** A list with a number twice, or with one that is none, can never be given, and would fail in the transaction of somebody else. */
function picksOf({ raffle }: RaffleState, { pedidos }: Reservation): string[] | null {
  const numeros = JSON.parse(pedidos ?? 'null') as string[] | null
  const places = numeros?.map((numero) => placeOf(numero, raffle.digitos, raffle.total_numeros))
  return places?.includes(null) || new Set(places).size !== places?.length ? null : numeros
}
