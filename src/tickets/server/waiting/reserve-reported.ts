import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { Quote } from '../../contract.ts'
import { releaseExpired } from '../come-free.ts'
import { displacePicks } from '../displace.ts'
import { COUNTER_OF, placesOfPicks } from '../moves.ts'
import { numbersTaken, takeTickets } from '../reserve.ts'
import type { Client } from '../shares/client-mark.ts'
import { freeUnderCap } from '../shares/unverified-share.ts'
import {
  findReservation,
  insertReservation,
  ownedAmong,
  type Reservation,
  type Stock,
  saveStock,
  updateReservation,
} from '../store.ts'
import { mayTake, seat, serveWaiting } from './serve-waiting.ts'

/** A payment that was reported without tickets that wait for it. */
export interface Reported {
  token: string
  cantidad: number
  /** Numbers that he picked, or null to be drawn. */
  numeros: string[] | null
  cotizacion: Quote
  /** Whose report it is; null where nobody counts. */
  client: Client | null
  /** The hold that a report took from him while he paid. It becomes the reservation. */
  own: Reservation | null
  /** What he paid with before his time ran out. */
  over: Reservation | null
  now: Instant
}

/**
 * The tickets of a reported payment: free ones, else those of bare holds (displace.ts), else it waits for some (`en espera`) and
 * gets them in order (serve-waiting.ts). Whoever paid is never sent away. Above its connection's share it waits too.
 * @throws AppError 409 NUMERO_TOMADO with `numeros` while he can pick others, 422 NUMERO_INVALIDO.
 */
export async function reserveReported(tx: Sql, stock: Stock, raffle: Raffle, reported: Reported): Promise<Reservation> {
  const { cantidad, own, over, now } = reported
  if (freeUnderCap(stock, raffle) < cantidad) await releaseExpired(tx, stock, raffle, now)
  // Before anybody loses a hold for him: whose turn it is not takes nothing from others.
  const served = await mayTake(tx, stock, raffle, reported)
  const numeros = await choose(tx, stock, raffle, reported, served)
  const asksFor = over?.pedidos ?? null
  if (served && own === null && asksFor === null && stock.en_espera === 0 && freeUnderCap(stock, raffle) >= cantidad) {
    return takeTickets(tx, stock, raffle, { ...reported, numeros, estado: 'en revision', vence_en: null })
  }
  // Behind whoever waits already.
  const next = stock.en_espera === 0
  const reservation = await queue(tx, stock, raffle, { ...reported, numeros })
  if (served && next) await seat(tx, stock, raffle, reservation, now)
  await saveStock(tx, stock)
  // Whoever lost a hold may have lost more tickets than this report takes.
  await serveWaiting(tx, stock, raffle, now)
  const found = (await findReservation(tx, reservation.id)) ?? reservation
  // Who is served while he reports is told by his own answer.
  if (found.servido_en !== null) await updateReservation(tx, found.id, { servido_en: null })
  return found
}

/**
 * The picked numbers that he gets: all of them, or none when some cannot be had and nothing else can be picked either. Those of bare
 * holds are taken only when too few others are free.
 * @param served whether he is given tickets at once.
 */
async function choose(
  tx: Sql,
  stock: Stock,
  raffle: Raffle,
  { numeros, cantidad, now }: Reported,
  served: boolean,
): Promise<string[] | null> {
  if (numeros === null) return null
  placesOfPicks(numeros, raffle)
  if ((await ownedAmong(tx, raffle.id, numeros)).length > 0) await releaseExpired(tx, stock, raffle, now)
  const taken = await ownedAmong(tx, raffle.id, numeros)
  if (taken.length === 0) return numeros
  if (freeUnderCap(stock, raffle) >= cantidad) throw numbersTaken(taken)
  return served && (await displacePicks(tx, stock, raffle, numeros)) ? numeros : null
}

/** A place in the queue, which is where every report stands until it is given tickets. */
async function queue(tx: Sql, stock: Stock, raffle: Raffle, reported: Reported): Promise<Reservation> {
  const { own, over, cantidad, numeros, client, now } = reported
  const waiting = {
    estado: 'en espera' as const,
    vence_en: null,
    compra: 1,
    cliente: client?.cliente ?? null,
    red: client?.red ?? null,
    pedidos: numeros === null ? ((own ?? over)?.pedidos ?? null) : JSON.stringify(numeros),
    reportado_en: over?.reportado_en ?? now,
  }
  stock.en_espera += cantidad
  if (own === null) {
    const { token, cotizacion } = reported
    return insertReservation(tx, {
      ...waiting,
      token,
      rifa_id: raffle.id,
      cantidad,
      elegidos: 0,
      renovado: 0,
      cotizacion: JSON.stringify(cotizacion),
      creado_en: now,
    })
  }
  const counter = COUNTER_OF[own.estado]
  if (counter) stock[counter] -= cantidad
  await updateReservation(tx, own.id, waiting)
  return { ...own, ...waiting }
}
