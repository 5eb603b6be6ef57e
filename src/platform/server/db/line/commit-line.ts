import type pg from 'pg'
import { type Commit, ONE_OF_MANY, SCHEMA_LANE } from '../database.ts'
import { HostClient } from '../hosts/host-client.ts'

/** The channel on which processes announce their commits. */
export const CHANGED = 'tombola_changed'

/** How often the line must give a sign of life, in milliseconds. */
const HEARTBEAT = 1_000
const CONNECT_AGAIN = 1_000
/** Commits of raffles within this time are announced together, in milliseconds. */
const TOGETHER = 50

/**
 * The connection by which the processes of one shop announce their commits (docs/decisions/059). Some commits are never announced, as when
 * a process dies before: so everything counts as changed after `kept`. A line that is down, or silent for three seconds, proves
 * nothing: nothing in memory is used until the line speaks again.
 */
export class CommitLine {
  readonly #url: string
  readonly #times: { kept: number; believed: number }
  readonly #process: string
  readonly #heard: (commit: Commit) => void
  readonly #announcements: Announcements
  #client: pg.Client | undefined
  #beat: NodeJS.Timeout | undefined
  #version = 0
  #versionAt = Number.NEGATIVE_INFINITY
  #heardAt = Number.NEGATIVE_INFINITY
  #pause: NodeJS.Timeout | undefined
  #sent: Promise<void> = Promise.resolve()
  #sentAt = Number.NEGATIVE_INFINITY
  #closed = false

  /**
   * @param process a name that no other process has.
   * @param times in milliseconds: how long values in memory are used, and an unannounced commit may stay unseen; how long the line's last sign of
   * life counts.
   * @param heard is called with the commits of other processes.
   */
  constructor(
    url: string,
    process: string,
    times: { kept: number; believed: number },
    heard: (commit: Commit) => void,
  ) {
    this.#url = url
    this.#times = times
    this.#process = process
    this.#heard = heard
    this.#announcements = new Announcements(process)
  }

  async start(): Promise<void> {
    if (this.#closed) return
    const client = new HostClient({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: this.#times.believed,
      query_timeout: this.#times.believed,
      // Announcements do not wait for a sign of life.
      pipeline: true,
    } as pg.ClientConfig)
    this.#client = client
    client.on('notification', ({ payload }) => this.#hear(payload ?? ''))
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANGED}`)
      if (this.#client !== client) return
      this.#version++
      this.#sendSoon(TOGETHER)
      await this.#ask(client)
    } catch {
      this.#lost(client)
    }
  }

  /** Notifications arrive before the answer to a later query, so an answer proves that none is missing. */
  async #ask(client: pg.Client): Promise<void> {
    const asked = performance.now()
    try {
      await client.query('select 1')
      if (this.#client !== client) return
      this.#heardAt = asked
      this.#beat = setTimeout(() => void this.#ask(client), HEARTBEAT).unref()
    } catch {
      this.#lost(client)
    }
  }

  #hear(text: string): void {
    const heard = readAnnouncement(text)
    if (heard?.process === this.#process) return
    if (!heard?.commits) this.#version++
    else for (const commit of heard.commits) this.#heard(commit)
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#heardAt = Number.NEGATIVE_INFINITY
    clearTimeout(this.#beat)
    hangUp(client)
    if (!this.#closed) setTimeout(() => void this.start(), CONNECT_AGAIN).unref()
  }

  /** Announces a commit of this process: those of raffles together, all others, such as payment details, immediately. */
  tell(commit: Commit): void {
    this.#announcements.add(commit)
    this.#sendSoon(ONE_OF_MANY.test(commit.lane) ? TOGETHER : 0)
  }

  /** @param apart milliseconds after the last time, at least. */
  #sendSoon(apart: number): void {
    if (this.#closed || !this.#announcements.waits || (this.#pause && apart > 0)) return
    clearTimeout(this.#pause)
    const wait = Math.max(0, this.#sentAt + apart - performance.now())
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#send()
    }, wait).unref()
  }

  /** While there is no line it waits for one. */
  #send(): void {
    const client = this.#client
    if (!client || !this.#announcements.waits) return
    this.#sentAt = performance.now()
    const sent = client.query('select pg_notify($1, $2)', [CHANGED, this.#announcements.take()])
    this.#sent = sent.then(
      () => {},
      () => {
        this.#announcements.sayAll()
        this.#lost(client)
      },
    )
  }

  version(): number {
    const now = performance.now()
    if (now - this.#heardAt >= this.#times.believed || now - this.#versionAt >= this.#times.kept) {
      this.#version++
      this.#versionAt = now
    }
    return this.#version
  }

  /** Sends the last announcements, if the line is there. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#beat)
    clearTimeout(this.#pause)
    this.#send()
    await this.#sent
    if (this.#client) hangUp(this.#client)
  }
}

/** Ends a connection without waiting for a server that may never answer. */
function hangUp(client: pg.Client): void {
  client.end().catch(() => {})
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}

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

/** @returns null if it cannot be read, like one of an older version; without `commits` anything may have changed. */
export function readAnnouncement(text: string): { process: string; commits: Commit[] | null } | null {
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
