import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { displace } from './displace.ts'
import { giveNumbers, settle } from './moves.ts'
import { isCrowded, isWithin, NETWORK, shareOf } from './shares.ts'
import { ownedAmong, type Reservation, type Stock, updateReservation } from './store.ts'
import { freeUnderCap } from './unverified-share.ts'

/**
 * How long a report above its connection's share waits for others to come first, in milliseconds: by then a connection that floods
 * has asked for so much that it is known.
 */
export const PATIENCE = 60_000
/** What a connection may ask for in all and still be given more than its share after that time: the largest purchase, or: */
const PATIENT_LEAST = 100
/** this part of a raffle. */
const PATIENT_PART = 50
/** Waiting reports that are looked at in one go. */
const MOST = 1_000

/**
 * Gives tickets to reported payments that wait for them, as far as there are any: free ones, then those of bare holds. Called
 * behind the raffle's lock wherever tickets come free, and by the sweeper, for whom time alone has made room. Connections that
 * have no tickets go first, then who reported first; one that asks for far more than others waits until its payments are verified.
 * Who does not fit is passed over, so that a large purchase does not keep a small one waiting.
 */
export async function serveWaiting(tx: Sql, stock: Stock, raffle: Raffle, now: Instant): Promise<void> {
  if (stock.en_espera === 0 || freeUnderCap(stock, raffle) + stock.apartados < raffle.minimo) return
  const clients = await listClients(tx, raffle.id)
  const waiting = (await listWaiting(tx, raffle.id, stock, clients)).sort(
    (one, other) =>
      Number(clients.has(one) > 0) - Number(clients.has(other) > 0) ||
      (one.reportado_en ?? 0) - (other.reportado_en ?? 0) ||
      one.id - other.id,
  )
  for (const reservation of waiting) {
    if (clients.mayHave(reservation, stock, now) && (await seat(tx, stock, raffle, reservation, now))) {
      clients.served(reservation)
    }
  }
  await settle(tx, stock, raffle, now)
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
  return numeros && (await ownedAmong(tx, raffle.id, numeros)).length === 0 ? numeros : null
}

interface Counted {
  tiene: number
  espera: number
}

/** What every connection of a raffle has and waits for. */
class Clients {
  readonly #clients = new Map<string, Counted>()
  readonly #networks = new Map<string, Counted>()

  add(cliente: string, red: string, counted: Counted): void {
    for (const [map, key] of [
      [this.#clients, cliente],
      [this.#networks, red],
    ] as const) {
      const before = map.get(key) ?? { tiene: 0, espera: 0 }
      map.set(key, { tiene: before.tiene + counted.tiene, espera: before.espera + counted.espera })
    }
  }

  /** Who is not counted is one of his own. */
  #of({ cliente, red, cantidad }: Reservation): [own: Counted, network: Counted] {
    const alone = { tiene: 0, espera: cantidad }
    return [this.#clients.get(cliente ?? '') ?? alone, this.#networks.get(red ?? '') ?? alone]
  }

  has(reservation: Reservation): number {
    return this.#of(reservation)[0].tiene
  }

  mayHave(reservation: Reservation, stock: Stock, now: Instant): boolean {
    const { cantidad, reportado_en, red } = reservation
    if (red === null) return true
    const [own, network] = this.#of(reservation)
    if (!isCrowded(stock) || isWithin(shareOf(stock), { tiene: own.tiene, red: network }, cantidad)) return true
    return (reportado_en ?? 0) + PATIENCE <= now && isPatient(stock, own) && isPatient(stock, network, NETWORK)
  }

  served(reservation: Reservation): void {
    for (const counted of this.#of(reservation)) {
      counted.tiene += reservation.cantidad
      counted.espera -= reservation.cantidad
    }
  }

  /** Connections of which some report may be served, whatever its quantity. */
  hopeful(stock: Stock): string[] {
    const all = [...this.#clients]
    if (!isCrowded(stock)) return all.map(([cliente]) => cliente)
    return all.filter(([, own]) => own.tiene < shareOf(stock) || isPatient(stock, own)).map(([cliente]) => cliente)
  }
}

function isPatient({ total_numeros }: Stock, { tiene, espera }: Counted, times = 1): boolean {
  return tiene + espera <= times * Math.max(PATIENT_LEAST, Math.floor(total_numeros / PATIENT_PART))
}

async function listClients(tx: Sql, raffleId: number): Promise<Clients> {
  const rows = await tx
    .selectFrom('reservations')
    .select((row) => ['cliente', 'red', 'estado', row.fn.sum<number>('cantidad').as('cantidad')])
    .where('rifa_id', '=', raffleId)
    .where('red', 'is not', null)
    .groupBy(['red', 'cliente', 'estado'])
    .execute()
  const clients = new Clients()
  for (const { cliente, red, estado, cantidad } of rows) {
    const waits = estado === 'en espera'
    clients.add(cliente ?? '', red ?? '', {
      tiene: waits ? 0 : Number(cantidad),
      espera: waits ? Number(cantidad) : 0,
    })
  }
  return clients
}

/** Waiting reports of connections that may be served, the first of them first, and those of which nobody counts. */
function listWaiting(tx: Sql, raffleId: number, stock: Stock, clients: Clients): Promise<Reservation[]> {
  const hopeful = clients.hopeful(stock)
  return tx
    .selectFrom('reservations')
    .selectAll()
    .where('rifa_id', '=', raffleId)
    .where('reportado_en', '>', 0 as Instant)
    .where('estado', '=', 'en espera')
    .where((row) =>
      row.or([row('cliente', 'is', null), ...(hopeful.length > 0 ? [row('cliente', 'in', hopeful)] : [])]),
    )
    .orderBy('reportado_en')
    .orderBy('id')
    .limit(MOST)
    .execute()
}
