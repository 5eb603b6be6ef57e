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

/** PostgreSQL 15 or newer, for many processes on one database. */
export async function openPostgres(url: string): Promise<Db> {
  const pool = new pg.Pool({ connectionString: url, max: 10, types, keepAlive: true })
  // An idle connection that the server ends is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const listener = new Listener(url)
  pool.on('connect', (client) => listener.own((client as Backend).processID ?? -1))
  pool.on('remove', (client) => listener.disown((client as Backend).processID ?? -1))
  await listener.start()

  const read = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const handles = new WeakMap<pg.PoolClient, Kysely<Tables>>()
  function handleOf(client: pg.PoolClient): Kysely<Tables> {
    let handle = handles.get(client)
    if (!handle) {
      const only = { query: client.query.bind(client), processID: (client as Backend).processID, release: () => {} }
      handle = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: { connect: async () => only as never, end: async () => {} } as never }),
      })
      handles.set(client, handle)
    }
    return handle
  }

  const groups = new GroupCommit({
    begin: async () => {
      const client = await pool.connect()
      try {
        await client.query('begin')
      } catch (error) {
        client.release(true)
        throw error
      }
      return {
        handle: handleOf(client),
        savepoint: async () => void (await client.query('savepoint job')),
        release: async () => void (await client.query('release savepoint job')),
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
      await pool.end()
    },
  }
}
