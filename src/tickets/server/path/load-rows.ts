import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf, takeIds } from '#platform/server/db/many.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import type { Randomness } from '#platform/server/random.ts'
import { type Around, type PileWants, readPile } from '../numbers/free-pile.ts'
import { heldByFew, listHeld } from '../shares/connections.ts'
import type { Counted } from '../shares/unverified-share.ts'
import { listByTokens, listReservations, type Reservation } from '../store.ts'
import { listWaiting } from '../waiting/list-waiting.ts'

/** Rows of a raffle by their names. Rows that a command names are loaded first; missing ones are requested in the same words. */
export interface Wants extends PileWants {
  /** Of reservations; the owners of numbers come with them. */
  tokens?: readonly string[]
  ids?: readonly number[]
  /** Numbers, as they are written, for a search of their owners. */
  picks?: readonly string[]
  /** How many numbers may be drawn at most, and with which randomness. */
  draw?: { count: number; random: Randomness }
  /** How many reservations may be made. */
  reservations?: number
  /** Networks whose connections are counted. */
  networks?: readonly string[]
  /** Every bare hold. */
  holds?: true
  /** How much few connections hold. */
  few?: true
  /** Reports that wait and may be served with those counters. */
  line?: Counted
  /** Whether expired holds end first. */
  ended?: true
}

const ownersOf = prepared<{ rifa_id: number; numeros: readonly string[] }>({ rifa_id: true, numeros: true })(
  (sql, { rifa_id, numeros }) =>
    sql
      .selectFrom('tickets')
      .select(['numero', 'reserva_id'])
      .where('rifa_id', '=', rifa_id)
      .where(isOneOf(sql, 'numero', numeros)),
)

/** Those of the numbers that have an owner, and the owner's id. */
async function findOwners(tx: Sql, rifa_id: number, numeros: readonly string[]): Promise<Map<string, number>> {
  const rows = numeros.length === 0 ? [] : await ownersOf(tx, { rifa_id, numeros })
  return new Map(rows.map(({ numero, reserva_id }) => [numero, reserva_id]))
}

/** Reservations of the raffle that have expired and whose tickets have not been given back yet, the earliest first. */
export function listExpired(tx: Sql, raffleId: number, now: Instant, most: number): Promise<Reservation[]> {
  return tx
    .selectFrom('reservations')
    .selectAll()
    .where('rifa_id', '=', raffleId)
    .where('vence_en', '<=', now)
    .orderBy('vence_en')
    .limit(most)
    .execute()
}

/** Tickets that were only set aside, over or not, the first first. */
function listHolds(tx: Sql, raffleId: number): Promise<Reservation[]> {
  return tx
    .selectFrom('reservations')
    .selectAll()
    .where('rifa_id', '=', raffleId)
    .where('vence_en', '>', 0 as Instant)
    .where('estado', '=', 'apartado')
    .where('compra', '=', 0)
    .orderBy('creado_en')
    .orderBy('id')
    .execute()
}

/** All of that, sent together. */
export async function readRows(tx: Sql, rifa_id: number, wants: Wants, around: Around, now: Instant) {
  const [named, others, owners, pile, held, holds, line, few, ids] = await Promise.all([
    listByTokens(tx, wants.tokens ?? []),
    listReservations(tx, wants.ids ?? []),
    findOwners(tx, rifa_id, wants.picks ?? []),
    readPile(tx, rifa_id, around),
    listHeld(tx, rifa_id, wants.networks ?? [], now),
    wants.holds ? listHolds(tx, rifa_id) : null,
    wants.line ? listWaiting(tx, rifa_id, wants.line, now) : null,
    wants.few ? heldByFew(tx, rifa_id, now) : null,
    takeIds(tx, 'reservations', wants.reservations ?? 0),
  ])
  return { rows: [...named, ...others], owners, pile, held, holds, line, few, ids }
}
