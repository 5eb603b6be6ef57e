import { type Commit, SCHEMA_LANE } from '../database.ts'

/** A notification of PostgreSQL is shorter than 8000 bytes. */
const MOST_BYTES = 7_900

/** What one process tells the others, as JSON. */
interface Announcement {
  proceso: string
  /** The mark that its last commit left at each of its places (../postgres-outcome.ts): what is told of by now. */
  marcas: Record<string, number>
  /** What was written, by lane; null when it may be anything. */
  carriles: Record<string, string[]> | null
}

/** The commits of this process that the others were not told of yet. */
export class Announcements {
  readonly #process: string
  readonly #marks: Record<string, number> = {}
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

  add({ lane, tables }: Commit, mark: { number: number; value: number }): void {
    this.#marks[mark.number] = mark.value
    this.#lanes.set(lane, tables.union(this.#lanes.get(lane) ?? new Set()))
    this.#waits = true
    // Steps of the schema are raw SQL, of which nobody sees what it writes.
    if (lane === SCHEMA_LANE) this.#all = true
  }

  /** Of what was taken last nobody knows whether it arrived. */
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
    const said: Announcement = { proceso: this.#process, marcas: this.#marks, carriles }
    const text = JSON.stringify(said)
    return Buffer.byteLength(text) <= MOST_BYTES ? text : JSON.stringify({ ...said, carriles: null })
  }
}

/** Of an announcement. */
export interface Heard {
  process: string
  marks: Map<string, number>
  /** Null when anything may have changed. */
  commits: Commit[] | null
}

/** @returns null for what says nothing that is understood, as an older version does. */
export function readAnnouncement(text: string): Heard | null {
  try {
    const { proceso, marcas, carriles } = JSON.parse(text) as Announcement
    const commits: Commit[] | null =
      carriles && Object.entries(carriles).map(([lane, tables]) => ({ lane, tables: new Set(tables), foreign: true }))
    const marks = new Map(Object.entries(marcas).map(([number, value]) => [`${proceso}:${number}`, value]))
    return { process: proceso, marks, commits }
  } catch {
    return null
  }
}

/** A row of tombola_commits. */
export interface MarkRow {
  lugar: string
  valor: string
}

/**
 * Finds the commits that nobody told of: a process can end, and its line be cut, between a commit and its announcement. Each commit has
 * left a mark. One that was there at a look and that nobody has told of by the next look is one of those.
 */
export class MissedCommits {
  #told = new Map<string, number>()
  #seen = new Map<string, number>()

  /** From now on; what these rows say is known. */
  begin(rows: MarkRow[]): void {
    this.#seen = marksOf(rows)
    this.#told = this.#seen
  }

  hear(marks: Map<string, number>): void {
    this.#told = latest(this.#told, marks)
  }

  /** @returns whether one was missed since; each is found once. */
  look(rows: MarkRow[]): boolean {
    const missed = [...this.#seen].some(([place, value]) => value > (this.#told.get(place) ?? 0))
    const known = latest(this.#told, this.#seen)
    this.#seen = marksOf(rows)
    // Places that are gone are forgotten.
    this.#told = new Map([...known].filter(([place]) => this.#seen.has(place)))
    return missed
  }
}

function marksOf(rows: MarkRow[]): Map<string, number> {
  return new Map(rows.map(({ lugar, valor }) => [lugar, Number(valor)]))
}

function latest(one: Map<string, number>, other: Map<string, number>): Map<string, number> {
  const both = new Map(one)
  for (const [place, value] of other) both.set(place, Math.max(value, both.get(place) ?? 0))
  return both
}
