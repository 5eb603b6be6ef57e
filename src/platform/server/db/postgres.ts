import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Db, Dialect } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import type { Tables } from './tables.ts'

export const postgresDialect: Dialect = {
  name: 'postgres',
  bigint: 'bigint',
  counter: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  lockSchema: async (tx) => void (await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(tx)),
  tableSuffix: '',
}

const INT8 = 20
/** Any number that nothing else of this database locks by. */
const SCHEMA_LOCK = 7_203_001
/** Instants and counts fit in 53 bits, so they arrive as numbers like SQLite's. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

const CHANGED = 'tombola_changed'
/** deadlock_detected, serialization_failure, lock_not_available, and a server that ended the connection. */
const TRANSIENT = new Set(['40P01', '40001', '55P03', '57P01', '57P02', '57P03', '08006', '08003'])

function code(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined
}

/** Listens for commits of other processes; while the line is down everything counts as changed. */
class Listener {
  readonly #url: string
  #client: pg.Client | undefined
  #own = new Set<number>()
  #version = 0
  #listening = false
  #closed = false

  constructor(url: string) {
    this.#url = url
  }

  async start(): Promise<void> {
    if (this.#closed) return
    const client = new pg.Client({ connectionString: this.#url, keepAlive: true })
    this.#client = client
    client.on('notification', (message) => {
      if (!this.#own.has(message.processId)) this.#version++
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    try {
      await client.connect()
      await client.query(`listen ${CHANGED}`)
      this.#version++
      this.#listening = true
    } catch {
      this.#lost(client)
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#listening = false
    client.end().catch(() => {})
    if (!this.#closed) setTimeout(() => void this.start(), 1000).unref()
  }

  /** Commits of that backend are this process's own and change nothing that it does not know. */
  own(backend: number): void {
    this.#own.add(backend)
  }

  disown(backend: number): void {
    this.#own.delete(backend)
  }

  version(): number {
    return this.#listening ? this.#version : ++this.#version
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }
}

interface Backend {
  processID?: number
}

/** Connections at once, for reading and for writing each. */
const CONNECTIONS = 10

/** PostgreSQL 15 or newer, for many processes on one database. */
export async function openPostgres(url: string): Promise<Db> {
  const listener = new Listener(url)
  function openPool(options: { pipeline?: boolean }): pg.Pool {
    const pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      types,
      keepAlive: true,
      ...options,
    } as pg.PoolConfig)
    // An idle connection that the server ends is dropped by the pool; without a listener it would end the process.
    pool.on('error', () => {})
    pool.on('connect', (client) => listener.own((client as Backend).processID ?? -1))
    pool.on('remove', (client) => listener.disown((client as Backend).processID ?? -1))
    return pool
  }
  const readers = openPool({})
  // What a job sends together goes to the server in one piece, and the savepoints between the jobs with it.
  const writers = openPool({ pipeline: true })
  // Writes find their rows by an index. A plan that was kept from when a table was empty must not read it whole later.
  writers.on('connect', (client) => sendAhead(client, 'set enable_seqscan = off'))
  await listener.start()

  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: readers }) })
  const handles = new WeakMap<pg.PoolClient, Kysely<Tables>>()
  function handleOf(client: pg.PoolClient): Kysely<Tables> {
    let handle = handles.get(client)
    if (!handle) {
      const query = (text: string, values: unknown[]) => client.query({ name: statementName(text), text, values })
      const only = { query, processID: (client as Backend).processID, release: () => {} }
      handle = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: { connect: async () => only as never, end: async () => {} } as never }),
      })
      handles.set(client, handle)
    }
    return handle
  }

  const groups = new GroupCommit({
    begin: async () => {
      const client = await writers.connect()
      try {
        await client.query('begin')
      } catch (error) {
        client.release(true)
        throw error
      }
      return {
        handle: handleOf(client),
        savepoint: async () => sendAhead(client, 'savepoint job'),
        release: async () => sendAhead(client, 'release savepoint job'),
        rollbackToSavepoint: async () => void (await client.query('rollback to savepoint job; release savepoint job')),
        commit: async () => {
          await client.query(`notify ${CHANGED}; commit`)
          client.release()
        },
        rollback: async () => {
          try {
            await client.query('rollback')
            client.release()
          } catch {
            client.release(true)
          }
        },
      }
    },
    isTransient: (error) => TRANSIENT.has(code(error) ?? ''),
    largestGroup: 64,
    longestQueue: 2_000,
  })

  await sql`select 1`.execute(read)
  return {
    dialect: postgresDialect,
    read,
    write: (lane, job) => groups.run(lane, job),
    consistent: (reading) =>
      read.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(reading),
    foreignVersion: () => listener.version(),
    close: async () => {
      await groups.close()
      await listener.close()
      await Promise.all([readers.end(), writers.end()])
    },
  }
}

/**
 * Sends a statement without waiting for its answer. One that fails leaves the transaction aborted, so the next statement
 * that somebody waits for fails too, and in the end the commit.
 */
function sendAhead(client: pg.ClientBase, statement: string): void {
  client.query(statement).catch(() => {})
}

const names = new Map<string, string>()

/** The same text has the same name, so that a connection parses and plans it once. */
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    // Lists of values make texts of many lengths; what is rare need not be remembered.
    if (names.size > 1_000) names.clear()
    names.set(text, name)
  }
  return name
}
