import type { Clock, Instant } from '../clock.ts'
import { type Db, ONE_OF_MANY } from './db/database.ts'
import { noteTables, restOn } from './db/noted-tables.ts'

interface Loaded<T> {
  value: T
  /** When time alone changes it. */
  freshUntil?: Instant | null
}

interface Entry {
  value: unknown
  /** The tables that it was read from. */
  tables: ReadonlySet<string>
  foreignVersion: number
  freshUntil: Instant | null
}

interface Loading {
  entry: Promise<Entry>
  foreignVersion: number
  /** Tables written since it began: callers that already wait may have it, later ones may not. */
  written: Set<string>
}

/**
 * Answers kept in memory until something that they were read from changes. No code declares these tables: the statements of loads and of commits name
 * them, in every process, and the database reports when a commit may have been missed. A value can carry the instant at which time alone changes it.
 *
 * A key that begins with a lane, `rifa:7:numeros` with `rifa:7`, belongs to that lane: a commit of another such lane leaves it alone in tables that
 * are declared to have rows of one lane only.
 */
export interface Snapshots {
  /** The kept value, or a new one from `load`, which reads by `db.read` and no raw SQL; requests that miss together load once. */
  get<T>(key: string, load: () => Promise<Loaded<T>>): Promise<T>
}

/** At the beginning of a key, or a lane as a whole. */
const laneOf = (text: string) => ONE_OF_MANY.exec(text)?.[0] ?? ''

/** @param ofOneLane tables each of whose rows is written in one lane: a sale of another raffle drops nothing of this one. */
export function createSnapshots(db: Db, clock: Clock, ofOneLane: ReadonlySet<string> = new Set()): Snapshots {
  /** By lane, then by key: a sale checks the values of its own raffle. */
  const entries = new Map<string, Map<string, Entry>>()
  const loading = new Map<string, Loading>()

  db.onCommit((commit) => {
    const lane = laneOf(commit.lane)
    const own = commit.tables
    const others = lane === '' ? own : own.difference(ofOneLane)
    const writtenFor = (key: string) => (key === '' || key === lane ? own : others)
    for (const [place, kept] of entries) {
      const written = writtenFor(place)
      if (written.size === 0) continue
      for (const [key, { tables }] of kept) if (!tables.isDisjointFrom(written)) kept.delete(key)
    }
    for (const [key, load] of loading) for (const table of writtenFor(laneOf(key))) load.written.add(table)
  })

  function fresh(lane: string, key: string): Entry | undefined {
    const entry = entries.get(lane)?.get(key)
    if (!entry) return undefined
    const stale =
      entry.foreignVersion !== db.foreignVersion() || (entry.freshUntil !== null && clock.now() >= entry.freshUntil)
    return stale ? undefined : entry
  }

  function begin<T>(lane: string, key: string, load: () => Promise<Loaded<T>>): Loading {
    const foreignVersion = db.foreignVersion()
    const written = new Set<string>()
    const entry = noteTables(load)
      .then(({ value: { value, freshUntil = null }, tables }) => {
        const read: Entry = { value, tables, foreignVersion, freshUntil }
        // Missing rows are not kept: anybody can request a million of them.
        if (value !== null && loading.get(key) === own && tables.isDisjointFrom(written)) placeOf(lane).set(key, read)
        return read
      })
      .finally(() => {
        if (loading.get(key) === own) loading.delete(key)
      })
    const own: Loading = { entry, foreignVersion, written }
    loading.set(key, own)
    return own
  }

  function placeOf(lane: string): Map<string, Entry> {
    const place = entries.get(lane) ?? new Map<string, Entry>()
    entries.set(lane, place)
    return place
  }

  return {
    async get<T>(key: string, load: () => Promise<Loaded<T>>): Promise<T> {
      const lane = laneOf(key)
      let entry = fresh(lane, key)
      if (!entry) {
        const underway = loading.get(key)
        const joins = underway?.written.size === 0 && underway.foreignVersion === db.foreignVersion()
        entry = await (joins ? underway : begin(lane, key, load)).entry
      }
      restOn(entry.tables)
      return entry.value as T
    },
  }
}
