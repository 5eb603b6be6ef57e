import { type Commit, SCHEMA_LANE } from '../database.ts'

/** A notification of PostgreSQL is shorter than 8000 bytes. */
const MOST_BYTES = 7_900

/** A message from one process to the others, as JSON. */
interface Announcement {
  proceso: string
  /** The tables written, by lane; null if it may be any. */
  carriles: Record<string, string[]> | null
}

/** Commits of this process that were not announced yet. */
export class Announcements {
  readonly #process: string
  #lanes = new Map<string, ReadonlySet<string>>()
  #all = false
  #waits = false

  /** @param process by which it knows its own announcements when they come back. */
  constructor(process: string) {
    this.#process = process
  }

  get waits(): boolean {
    return this.#waits
  }

  add({ lane, tables }: Commit): void {
    this.#lanes.set(lane, tables.union(this.#lanes.get(lane) ?? new Set()))
    this.#waits = true
    // Steps of the schema are raw SQL, whose tables are unknown.
    if (lane === SCHEMA_LANE) this.#all = true
  }

  /** The last announcement may not have arrived. */
  sayAll(): void {
    this.#all = true
    this.#waits = true
  }

  /** All of it, in one notification. */
  take(): string {
    const carriles = this.#all
      ? null
      : Object.fromEntries([...this.#lanes].map(([lane, tables]) => [lane, [...tables]]))
    this.#lanes = new Map()
    this.#all = false
    this.#waits = false
    const said: Announcement = { proceso: this.#process, carriles }
    const text = JSON.stringify(said)
    return Buffer.byteLength(text) <= MOST_BYTES ? text : JSON.stringify({ ...said, carriles: null })
  }
}

/** Of an announcement. */
export interface Heard {
  process: string
  /** Null when anything may have changed. */
  commits: Commit[] | null
}

/** @returns null if it cannot be read, like one of an older version. */
export function readAnnouncement(text: string): Heard | null {
  try {
    const { proceso, carriles } = JSON.parse(text) as Announcement
    const commits: Commit[] | null =
      carriles === null
        ? null
        : Object.entries(carriles).map(([lane, tables]) => ({ lane, tables: new Set(tables), foreign: true }))
    return { process: proceso, commits }
  } catch {
    return null
  }
}
