import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf, takeIds } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Randomness } from '#platform/server/random.ts'
import { placeOf } from '#raffles/digits.ts'
import { findRaffle, type Raffle } from '#raffles/server/store.ts'
import { drawPositions, type Excerpt, readAround, writePile } from '../numbers/free-pile.ts'
import type { Ticket } from '../schema.ts'
import { insertReservations, insertTickets, lockStock, type Reservation, type Stock, saveStock } from '../store.ts'

/** What those who wait for one raffle together want to know of it. */
export interface GroupWants {
  /** Tokens of holds. */
  tokens?: readonly string[]
  /** Ids of reservations. */
  ids?: readonly number[]
  /** Numbers that are to be taken, as they are written. */
  picks?: readonly string[]
  /** How many numbers may be drawn, at most, and by whose chance. */
  draw?: { count: number; random: Randomness }
  /** How many reservations may be made, at most. */
  reservations?: number
}

/**
 * A raffle as a group of writes finds it behind its lock, and as each of them leaves it to the next: read once, decided in memory
 * (plan-tickets.ts), written once (docs/decisions/062-groups.md).
 */
export interface RaffleGroup {
  raffle: Raffle
  stock: Stock
  now: Instant
  /** Those that were asked for, by token. */
  holds: Map<string, Reservation>
  /** The numbers of each of them that was picked, in order, by its id. */
  numbers: Map<number, string[]>
  /** Which of the wanted numbers have an owner. */
  owned: Set<string>
  /** Null where nobody picks or draws. */
  pile: Excerpt | null
  /** Places in the pile for the numbers that are drawn. */
  draws: number[]
  /** For the reservations that are made. */
  ids: number[]
  made: Reservation[]
  /** Holds whose payment was reported. */
  reported: Reservation[]
  confirmed: Reservation[]
  tickets: Pick<Ticket, 'numero' | 'estado' | 'reserva_id'>[]
}

const byTokens = prepared<{ tokens: string[] }>({ tokens: true })((sql, { tokens }) =>
  sql
    .selectFrom('reservations')
    .selectAll()
    .where(isOneOf(sql, 'token', tokens)),
)

const byIds = prepared<{ ids: number[] }>({ ids: true })((sql, { ids }) =>
  sql
    .selectFrom('reservations')
    .selectAll()
    .where(isOneOf(sql, 'id', ids)),
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

const numbersByIds = prepared<{ ids: number[] }>({ ids: true })((sql, { ids }) =>
  sql
    .selectFrom('tickets')
    .select(['reserva_id', 'numero'])
    .where(isOneOf(sql, 'reserva_id', ids))
    .orderBy('numero'),
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
  known: Pick<Raffle, 'id' | 'total_numeros' | 'digitos'>,
  wants: GroupWants,
  now: Instant,
): Promise<RaffleGroup> {
  const stock = await lockStock(tx, known)
  const [tokens, ids] = [[...(wants.tokens ?? [])], [...(wants.ids ?? [])]]
  // What is no number of the raffle is refused later, and never reaches a statement that all of them share.
  const picks = new Map<string, number>()
  for (const numero of wants.picks ?? []) {
    const place = placeOf(numero, known.digitos, known.total_numeros)
    if (place !== null) picks.set(numero, place)
  }
  const draws = wants.draw
    ? drawPositions(stock.sin_dueno, Math.min(wants.draw.count, stock.sin_dueno), wants.draw.random)
    : []
  const [raffle, byToken, byId, numbersOfTokens, numbersOfIds, owned, pile, newIds] = await Promise.all([
    findRaffle(tx, known.id),
    tokens.length === 0 ? [] : byTokens(tx, { tokens }),
    ids.length === 0 ? [] : byIds(tx, { ids }),
    tokens.length === 0 ? [] : numbersByTokens(tx, { tokens }),
    ids.length === 0 ? [] : numbersByIds(tx, { ids }),
    picks.size === 0 ? [] : ownedOf(tx, { rifa_id: known.id, numeros: [...picks.keys()] }),
    picks.size + draws.length === 0 ? null : readAround(tx, known.id, stock.sin_dueno, [...picks.values()], draws),
    takeIds(tx, 'reservations', wants.reservations ?? 0),
  ])
  if (!raffle) throw new Error('a raffle that was there is gone')
  const numbers = new Map<number, string[]>()
  for (const { reserva_id, numero } of [...numbersOfTokens, ...numbersOfIds]) {
    numbers.set(reserva_id, [...(numbers.get(reserva_id) ?? []), numero])
  }
  return {
    raffle,
    stock,
    now,
    holds: new Map([...byToken, ...byId].map((hold) => [hold.token, hold])),
    numbers,
    owned: new Set(owned.map(({ numero }) => numero)),
    pile,
    draws,
    ids: newIds,
    made: [],
    reported: [],
    confirmed: [],
    tickets: [],
  }
}

const markReported = prepared<{ ids: number[]; now: Instant }>({ ids: true, now: true })((sql, { ids, now }) =>
  sql
    .updateTable('reservations')
    .set({ estado: 'en revision', vence_en: null, compra: 1, reportado_en: now })
    .where(isOneOf(sql, 'id', ids)),
)

const markConfirmed = prepared<{ ids: number[] }>({ ids: true })((sql, { ids }) =>
  sql
    .updateTable('reservations')
    .set({ estado: 'confirmado', vence_en: null })
    .where(isOneOf(sql, 'id', ids)),
)

const markTickets = prepared<{ ids: number[]; version: number; estado: Ticket['estado'] }>({
  ids: true,
  version: true,
  estado: true,
})((sql, { ids, version, estado }) =>
  sql
    .updateTable('tickets')
    .set({ estado, version })
    .where(isOneOf(sql, 'reserva_id', ids)),
)

/** Writes what the group did to the raffle's tickets, sent together. */
export async function writeGroup(tx: Sql, group: RaffleGroup): Promise<void> {
  const { stock, now, made, reported, confirmed, tickets, pile } = group
  if (made.length + reported.length + confirmed.length === 0) return
  const { version } = stock
  const idsOf = (some: readonly Reservation[]) => some.map(({ id }) => id)
  const pickedOf = (some: readonly Reservation[]) => idsOf(some.filter(({ elegidos }) => elegidos === 1))
  const [waiting, sold] = [pickedOf(reported), pickedOf(confirmed)]
  await Promise.all([
    insertReservations(tx, made),
    reported.length > 0 && markReported(tx, { ids: idsOf(reported), now }),
    confirmed.length > 0 && markConfirmed(tx, { ids: idsOf(confirmed) }),
    waiting.length > 0 && markTickets(tx, { ids: waiting, version, estado: 'en revision' }),
    sold.length > 0 && markTickets(tx, { ids: sold, version, estado: 'vendido' }),
    saveStock(tx, stock),
    pile && tickets.length > 0 && writePile(tx, stock.rifa_id, pile),
  ])
  await insertTickets(tx, stock, tickets)
}
