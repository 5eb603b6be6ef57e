import type { Sql } from '#platform/server/db/database.ts'
import { insertRows, isOneOf } from '#platform/server/db/many.ts'
import { Needs, type Unit } from '#platform/server/db/unit.ts'
import { freePile } from '../schema.ts'

type Position = number
/** A number as its place in the raffle, from 0. */
type Place = number

/**
 * The numbers without an owner as a pile that is drawn from uniformly, whatever was sold. Drawing takes a random position
 * and moves the last number of the pile into the gap (Fisher–Yates shuffle, kept in the database). A number
 * that was never moved is at the position of its own place and has no row, so a fresh raffle of a million has none.
 * Drawing, picking and giving back read and write a few rows each, in a raffle of a hundred as in one of a million with
 * ninety-nine of a hundred sold.
 *
 * Here are the few positions that a group of commands touches. `size` is the raffle's `sin_dueno` before the call.
 */
export class Pile {
  readonly #unit: Pick<Unit<unknown>, 'put'>
  /** Rows that there are, of the positions that were read. */
  readonly #stored = new Map<Position, Place>()
  readonly #read = new Set<Position>()
  /** The number at each position since; null at positions that the pile has left. */
  readonly #now = new Map<Position, Place | null>()
  readonly #positions = new Map<Place, Position>()
  /** Where in a pile of that size the next number is drawn. Each is used once. */
  readonly #chances = new Map<number, Position>()

  constructor(unit: Pick<Unit<unknown>, 'put'>) {
    this.#unit = unit
  }

  /** Takes those numbers out, which are in it. @throws Needs */
  take(places: readonly Place[], size: number): void {
    const last = Array.from(places, (_, at) => size - 1 - at)
    this.#know(
      places.filter((place) => !this.#positions.has(place)),
      last,
    )
    for (const place of places) this.#takeAt(this.#positions.get(place) ?? place, size--)
  }

  /** Draws that many uniformly and takes them out. @throws Needs */
  draw(count: number, size: number): Place[] {
    if (count > size) throw new Error('the pile holds fewer numbers than were promised')
    const sizes = Array.from({ length: count }, (_, drawn) => size - drawn)
    if (sizes.some((one) => !this.#chances.has(one))) throw new Needs<PileWants>({ sizes })
    const chosen = sizes.map((one) => this.#chances.get(one) as Position)
    this.#know(
      [],
      sizes.flatMap((one, at) => [chosen[at] as Position, one - 1]),
    )
    return chosen.map((position, at) => {
      this.#unit.put(this.#chances, size - at, undefined)
      return this.#takeAt(position, size - at)
    })
  }

  /** Puts a number back. */
  push(place: Place, size: number): void {
    this.#put(size, place)
  }

  #know(places: Place[], positions: Position[]): void {
    const unknown = positions.filter((one) => !this.#now.has(one) && !this.#read.has(one))
    if (places.length + unknown.length > 0) throw new Needs<PileWants>({ places, positions: unknown })
  }

  /** The number at the position is removed; the last of the pile fills the gap. */
  #takeAt(position: Position, size: number): Place {
    const taken = this.#at(position)
    const last = size - 1
    if (position !== last) this.#put(position, this.#at(last))
    this.#unit.put(this.#now, last, null)
    this.#unit.put(this.#positions, taken, undefined)
    return taken
  }

  #at(position: Position): Place {
    return this.#now.get(position) ?? this.#stored.get(position) ?? position
  }

  #put(position: Position, place: Place): void {
    this.#unit.put(this.#now, position, place)
    this.#unit.put(this.#positions, place, position)
  }

  /** @param rows stored rows of the positions and places looked up. */
  learn({ places, positions }: Around, rows: readonly { posicion: Position; lugar: Place }[]): void {
    for (const { posicion, lugar } of rows) {
      this.#read.add(posicion)
      this.#stored.set(posicion, lugar)
      this.#positions.set(lugar, posicion)
    }
    for (const position of [...places, ...positions]) this.#read.add(position)
    for (const place of places) if (!this.#positions.has(place)) this.#positions.set(place, place)
  }

  /** Whether chance has chosen where the next number is drawn from a pile of that size; else it chooses now. @returns where. */
  chance(size: number, below: (limit: number) => number): Position {
    const position = this.#chances.get(size) ?? below(size)
    this.#chances.set(size, position)
    return position
  }

  /** Stores the taken and returned numbers. */
  async save(tx: Sql, rifa_id: number): Promise<void> {
    const changes = [...this.#now]
    const gone = changes.filter(([posicion]) => this.#stored.has(posicion)).map(([posicion]) => posicion)
    const rows: { rifa_id: number; posicion: Position; lugar: Place }[] = []
    for (const [posicion, lugar] of changes) {
      this.#read.add(posicion)
      this.#stored.delete(posicion)
      if (lugar === null || lugar === posicion) continue
      this.#stored.set(posicion, lugar)
      rows.push({ rifa_id, posicion, lugar })
    }
    this.#now.clear()
    // Old rows go first: a number that only moved would otherwise be there twice for a moment.
    const goes = tx.deleteFrom('free_pile').where('rifa_id', '=', rifa_id)
    await Promise.all([gone.length > 0 && goes.where(isOneOf(tx, 'posicion', gone)).execute(), addRows(tx, rows)])
  }
}

const addRows = insertRows(freePile)

/** Of the pile: places that are looked for, positions, and sizes at which is drawn. */
export interface PileWants {
  places?: readonly number[]
  positions?: readonly number[]
  sizes?: readonly number[]
}

/** Lookup: the positions of those places, and the numbers at those positions. */
export interface Around {
  places: readonly Place[]
  positions: readonly Position[]
}

/** The rows that there are of it. */
export async function readPile(tx: Sql, rifa_id: number, { places, positions }: Around) {
  const asked = [...new Set([...places, ...positions])]
  const [moved, standing] = await Promise.all([
    places.length === 0 ? [] : readRows(tx, rifa_id, 'lugar', places),
    asked.length === 0 ? [] : readRows(tx, rifa_id, 'posicion', asked),
  ])
  return [...moved, ...standing]
}

function readRows(tx: Sql, raffleId: number, by: 'posicion' | 'lugar', values: readonly number[]) {
  return tx
    .selectFrom('free_pile')
    .select(['posicion', 'lugar'])
    .where('rifa_id', '=', raffleId)
    .where(isOneOf(tx, by, values))
    .execute()
}
