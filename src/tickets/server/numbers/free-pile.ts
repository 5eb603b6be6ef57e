import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import type { Randomness } from '#platform/server/random.ts'
import { freePile } from '../schema.ts'

/**
 * The numbers without an owner as a pile that is drawn from uniformly, whatever was sold: drawing takes a random position
 * and moves the last number of the pile into the gap (the shuffle of Fisher and Yates, kept in the database). A number
 * that was never moved stands at the position of its own place and has no row, so a fresh raffle of a million has none.
 * Drawing, picking and giving back read and write a few rows each, in a raffle of a hundred as in one of a million with
 * ninety-nine of a hundred sold.
 *
 * All functions need the raffle's stock row locked. `size` is its `sin_dueno` before the call.
 */
type Position = number
/** A number as its place in the raffle, from 0. */
type Place = number

/** The few positions that a call, or a group of them, touches: read together and written together. */
export class Excerpt {
  readonly #stored: Map<Position, Place>
  readonly #now = new Map<Position, Place | null>()
  readonly #positions = new Map<Place, Position>()
  size: number

  constructor(rows: { posicion: Position; lugar: Place }[], size: number) {
    this.#stored = new Map(rows.map((row) => [row.posicion, row.lugar]))
    for (const row of rows) this.#positions.set(row.lugar, row.posicion)
    this.size = size
  }

  at(position: Position): Place {
    return this.#now.get(position) ?? this.#stored.get(position) ?? position
  }

  /** Takes out that number, which is in it. */
  take(place: Place): void {
    this.takeAt(this.#positions.get(place) ?? place)
  }

  /** Takes out what stands at the position; the last of the pile fills the gap. */
  takeAt(position: Position): Place {
    const taken = this.at(position)
    const last = this.size - 1
    if (position !== last) this.#put(position, this.at(last))
    this.#now.set(last, null)
    this.size = last
    return taken
  }

  push(place: Place): void {
    this.#put(this.size, place)
    this.size++
  }

  #put(position: Position, place: Place): void {
    this.#now.set(position, place)
    this.#positions.set(place, position)
  }

  /** Positions whose stored row goes, and the rows that come. */
  changes(): { gone: Position[]; rows: { posicion: Position; lugar: Place }[] } {
    const gone: Position[] = []
    const rows: { posicion: Position; lugar: Place }[] = []
    for (const [posicion, lugar] of this.#now) {
      if (this.#stored.has(posicion)) gone.push(posicion)
      if (lugar !== null && lugar !== posicion) rows.push({ posicion, lugar })
    }
    return { gone, rows }
  }
}

/**
 * Positions of `count` numbers that are drawn one after the other, each from what the ones before it leave. Who needs fewer takes the first.
 */
export function drawPositions(size: number, count: number, random: Randomness): Position[] {
  if (count > size) throw new Error('the pile holds fewer numbers than were promised')
  return Array.from({ length: count }, (_, drawn) => random.below(size - drawn))
}

/** Draws `count` numbers uniformly and takes them out of the pile. */
export async function drawPlaces(
  tx: Sql,
  raffleId: number,
  size: number,
  count: number,
  random: Randomness,
): Promise<Place[]> {
  const chosen = drawPositions(size, count, random)
  const pile = await readAround(tx, raffleId, size, [], chosen)
  const places = chosen.map((position) => pile.takeAt(position))
  await writePile(tx, raffleId, pile)
  return places
}

/** Takes those numbers out of the pile; each must be in it. */
export async function takePlaces(tx: Sql, raffleId: number, size: number, places: Place[]): Promise<void> {
  const pile = await readAround(tx, raffleId, size, places)
  for (const place of places) pile.take(place)
  await writePile(tx, raffleId, pile)
}

/** What is to be known of the pile to take some of those numbers out of it, or what stands at some of those positions. */
export async function readAround(
  tx: Sql,
  raffleId: number,
  size: number,
  places: Place[],
  positions: Position[] = [],
): Promise<Excerpt> {
  const last = Array.from({ length: places.length + positions.length }, (_, back) => size - 1 - back)
  const [moved, standing] = await Promise.all([
    places.length === 0 ? [] : readRows(tx, raffleId, 'lugar', places),
    readRows(tx, raffleId, 'posicion', [...new Set([...places, ...positions, ...last])]),
  ])
  return new Excerpt(unique([...moved, ...standing]), size)
}

/** Puts numbers back into the pile. */
export async function returnPlaces(tx: Sql, raffleId: number, size: number, places: Place[]): Promise<void> {
  const pile = new Excerpt([], size)
  for (const place of places) pile.push(place)
  await writePile(tx, raffleId, pile)
}

function readRows(tx: Sql, raffleId: number, by: 'posicion' | 'lugar', values: number[]) {
  return tx
    .selectFrom('free_pile')
    .select(['posicion', 'lugar'])
    .where('rifa_id', '=', raffleId)
    .where(isOneOf(tx, by, values))
    .execute()
}

function unique(rows: { posicion: number; lugar: number }[]): { posicion: number; lugar: number }[] {
  return [...new Map(rows.map((row) => [row.posicion, row])).values()]
}

const addRows = insertRows(freePile)

/** Writes down what was taken or put back. */
export async function writePile(tx: Sql, rifa_id: number, pile: Excerpt): Promise<void> {
  const { gone, rows } = pile.changes()
  // Old rows go first: a number that only moved would otherwise stand twice for a moment.
  if (gone.length > 0) {
    await tx
      .deleteFrom('free_pile')
      .where('rifa_id', '=', rifa_id)
      .where(isOneOf(tx, 'posicion', gone))
      .execute()
  }
  await addRows(
    tx,
    rows.map((row) => ({ rifa_id, ...row })),
  )
}
