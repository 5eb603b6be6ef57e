import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf, takeIds } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { placeOf } from '#raffles/digits.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { type Excerpt, readAround, writePile } from '../numbers/free-pile.ts'
import type { TicketsTable } from '../schema.ts'
import { insertReservations, insertTickets, lockStock, type Reservation, type Stock, saveStock } from '../store.ts'

/** What those who wait for one raffle together want to know of it. */
export interface GroupWants {
  /** Tokens of holds. */
  tokens: readonly string[]
  /** Numbers that are to be taken, as they are written. */
  picks: readonly string[]
  /** How many reservations may be made, at most. */
  reservations: number
}

/**
 * A raffle as a group of writes finds it behind its lock, and as each of them leaves it to the next: read once, decided in memory
 * (plan-tickets.ts), written once (docs/decisions/062-groups.md).
 */
export interface RaffleGroup {
  raffle: Raffle
  stock: Stock
  now: Instant
  /** By token. */
  holds: Map<string, Reservation>
  /** The numbers of each hold that was picked, in order, by its id. */
  numbers: Map<number, string[]>
  /** Which of the wanted numbers have an owner. */
  owned: Set<string>
  /** Null where nobody picks. */
  pile: Excerpt | null
  /** For the reservations that are made. */
  ids: number[]
  made: Reservation[]
  /** Holds whose payment was reported. */
  reported: Reservation[]
  tickets: Pick<TicketsTable, 'numero' | 'estado' | 'reserva_id'>[]
}

const byTokens = prepared<{ tokens: string[] }>({ tokens: true })((sql, { tokens }) =>
  sql
    .selectFrom('reservations')
    .selectAll()
    .where(isOneOf(sql, 'token', tokens)),
)

const numbersByTokens = prepared<{ tokens: string[] }>({ tokens: true })((sql, { tokens }) =>
  sql
    .selectFrom('reservations')
    .innerJoin('tickets', 'tickets.reserva_id', 'reservations.id')
    .select(['tickets.reserva_id', 'tickets.numero'])
    .where(isOneOf(sql, 'token', tokens))
    .where('elegidos', '=', 1)
    .orderBy('tickets.numero'),
)

const ownedOf = prepared<{ rifa_id: number; numeros: string[] }>({ rifa_id: true, numeros: true })(
  (sql, { rifa_id, numeros }) =>
    sql
      .selectFrom('tickets')
      .select('numero')
      .where('rifa_id', '=', rifa_id)
      .where(isOneOf(sql, 'numero', numeros)),
)

/**
 * Locks the raffle and reads, sent together, what a group wants of it.
 * @param known as it was before the lock; a raffle never goes away.
 */
export async function readGroup(
  tx: Sql,
  known: Raffle,
  { tokens, picks, reservations }: GroupWants,
  now: Instant,
): Promise<RaffleGroup> {
  const stock = await lockStock(tx, known)
  const asked = { tokens: [...tokens] }
  const places = [...new Set(picks)].map((numero) => placeOf(numero, known.digitos, known.total_numeros))
  const [raffle = known, holds, numbers, owned, pile, ids] = await Promise.all([
    findRaffle(tx, known.id),
    tokens.length === 0 ? [] : byTokens(tx, asked),
    tokens.length === 0 ? [] : numbersByTokens(tx, asked),
    picks.length === 0 ? [] : ownedOf(tx, { rifa_id: known.id, numeros: [...picks] }),
    picks.length === 0
      ? null
      : readAround(
          tx,
          known.id,
          stock.sin_dueno,
          places.filter((place) => place !== null),
        ),
    takeIds(tx, 'reservations', reservations),
  ])
  const numbersOf = new Map<number, string[]>()
  for (const { reserva_id, numero } of numbers) {
    numbersOf.set(reserva_id, [...(numbersOf.get(reserva_id) ?? []), numero])
  }
  return {
    raffle,
    stock,
    now,
    holds: new Map(holds.map((hold) => [hold.token, hold])),
    numbers: numbersOf,
    owned: new Set(owned.map(({ numero }) => numero)),
    pile,
    ids,
    made: [],
    reported: [],
    tickets: [],
  }
}

const markReported = prepared<{ ids: number[]; now: Instant }>({ ids: true, now: true })((sql, { ids, now }) =>
  sql
    .updateTable('reservations')
    .set({ estado: 'en revision', vence_en: null, compra: 1, reportado_en: now })
    .where(isOneOf(sql, 'id', ids)),
)

const markTickets = prepared<{ ids: number[]; version: number }>({ ids: true, version: true })(
  (sql, { ids, version }) =>
    sql
      .updateTable('tickets')
      .set({ estado: 'en revision', version })
      .where(isOneOf(sql, 'reserva_id', ids)),
)

/** Writes what the group did to the raffle's tickets, sent together. */
export async function writeGroup(tx: Sql, group: RaffleGroup): Promise<void> {
  const { stock, now, made, reported, tickets, pile } = group
  if (made.length === 0 && reported.length === 0) return
  const picked = reported.filter(({ elegidos }) => elegidos === 1)
  const idsOf = (some: readonly Reservation[]) => some.map(({ id }) => id)
  await Promise.all([
    insertReservations(tx, made),
    reported.length > 0 && markReported(tx, { ids: idsOf(reported), now }),
    picked.length > 0 && markTickets(tx, { ids: idsOf(picked), version: stock.version }),
    saveStock(tx, stock),
    pile && tickets.length > 0 && writePile(tx, stock.rifa_id, pile),
  ])
  await insertTickets(tx, stock, tickets)
}
