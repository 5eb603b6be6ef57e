import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { giveSigningKey } from '../installation/keys.ts'
import { type Commit, type Db, type Dialect, ONE_OF_MANY, SCHEMA_LANE } from './database.ts'
import { GroupCommit, refuseLate } from './group-commit.ts'
import type { Failure } from './group-transaction.ts'
import { HostClient, refuseEncoding, refusePooledTransactions } from './hosts/host-client.ts'
import { CommitLine } from './line/commit-line.ts'
import { notingReads, TableWatch } from './noted-tables.ts'
import { patientReader, statementName } from './postgres-reader.ts'
import type { Tables } from './tables.ts'
import { isLost } from './trouble.ts'

export const postgresDialect: Dialect = {
  name: 'postgres',
  lockSchema: async (tx) => void (await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(tx)),
}

const INT8 = 20
/** Any number that nothing else of this database locks by. */
const SCHEMA_LOCK = 7_203_001
const LANES_LOCK = 7_203_002
/** Instants and counts fit in 53 bits, so they arrive as numbers like SQLite's. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/** deadlock_detected, serialization_failure, lock_not_available: undone in favour of another. */
const CLASHES = new Set(['40P01', '40001', '55P03'])

function judge(error: unknown): Failure {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
  if (CLASHES.has(code)) return 'clash'
  return isLost(error) ? 'lost' : 'job'
}

/** Simultaneous connections, for reading and for writing each, and for readings of everything as of one instant. */
const CONNECTIONS = 10
const LONG_CONNECTIONS = 3

/**
 * How long each thing may take, in milliseconds (docs/decisions/001). The server gives up a little before we do, so that its work for us ends, and
 * its locks with it, even if our line to it is dead.
 */
const TIMES = {
  connect: 3_000,
  /** For a connection of the pool to come free. */
  wait: 10_000,
  /** One statement of a write; a lock waits a little less. */
  write: 8_000,
  read: 15_000,
  /** One statement of an audit or of an export of everything. */
  long: 600_000,
  /** A silent process's transaction holds a raffle's lock no longer than that. */
  idle: 8_000,
  /** Time that a visitor waits for a server that went away. */
  patience: 8_000,
  /** Values in memory are read again after this time, even without an announcement. */
  kept: 5_000,
  /** The line of announcements counts as alive this long after its last sign of life. */
  believed: 3_000,
}

/**
 * Only one process at a time writes to a raffle. It waits here and not in its first statement, so that all jobs that arrive meanwhile
 * are served together: each transaction costs two dozen statements. Nothing is locked before it.
 */
const IN_TURN = { name: 'in_turn', text: `select pg_advisory_xact_lock(${LANES_LOCK}, hashtext($1))` }

/** Limits that the server gets for the time of an answer. */
const onServer = (time: number) => ({ statement_timeout: Math.ceil(time * 0.9), lock_timeout: Math.ceil(time * 0.75) })

/** in_failed_sql_transaction: a statement that was sent together with one that failed. */
const FAILED_BEFORE = '25P02'

/**
 * After one of several statements sent together fails, the rest are refused too, and a job may get those refusals first. The cause is
 * the first error.
 */
class Causes {
  #first: unknown

  forget(): void {
    this.#first = undefined
  }

  of(error: unknown): unknown {
    const follows = typeof error === 'object' && error !== null && 'code' in error && error.code === FAILED_BEFORE
    if (!follows) this.#first ??= error
    return follows ? (this.#first ?? error) : error
  }
}

/**
 * PostgreSQL 15 or newer, for many processes on one database.
 * @param given other times than the usual ones.
 * @throws ConfigError if the server at the address is unfit.
 */
export async function openPostgres(url: string, given: Partial<typeof TIMES> = {}): Promise<Db> {
  const times = { ...TIMES, ...given }
  /** The pool has one time for waiting and for connecting; a server that is there connects sooner than a connection is free. */
  class QuickClient extends HostClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: url, connectionTimeoutMillis: times.connect })
    }
  }
  const listeners: ((commit: Commit) => void)[] = []
  const say = (commit: Commit) => {
    for (const listener of listeners) listener(commit)
  }
  const line = new CommitLine(url, randomUUID(), times, say)
  /** @param limits of the session's times, in milliseconds. */
  function openPool(max: number, limits: object, options: pg.PoolConfig & { pipeline?: boolean }): pg.Pool {
    const pool = new pg.Pool({
      max,
      types,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: times.wait,
      Client: QuickClient,
      ...options,
    } as pg.PoolConfig)
    // The pool reports an idle connection that the server ended.
    pool.on('error', () => {})
    // By a statement and not as we connect, which PgBouncer refuses.
    const session = Object.entries({ idle_in_transaction_session_timeout: times.idle, ...limits })
    pool.on('connect', (client) =>
      sendAhead(client, session.map(([name, value]) => `set ${name} = ${value}`).join('; ')),
    )
    return pool
  }
  const readers = openPool(CONNECTIONS, onServer(times.read), { query_timeout: times.read })
  const limits = { ...onServer(times.long), idle_in_transaction_session_timeout: 0 }
  const long = openPool(LONG_CONNECTIONS, limits, { query_timeout: times.long })
  // Statements that a job sends together go to the server in one piece, with the savepoints between jobs. Each statement carries its time limit: a
  // step of the schema may take as long as it needs.
  const writers = openPool(CONNECTIONS, onServer(times.write), { pipeline: true })
  // Writes find their rows by an index. A plan that was kept from when a table was empty must not read it whole later.
  // Compiling such a plan would take longer than any of them runs.
  writers.on('connect', (client) => sendAhead(client, 'set enable_seqscan = off; set jit = off'))

  const read = new Kysely<Tables>({
    dialect: notingReads(new PostgresDialect({ pool: patientReader(readers, times.patience) as never })),
  })
  const consistently = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: long }) })
  /** Connections that run a step of the schema, without a time limit. */
  const unhurried = new WeakSet<pg.PoolClient>()
  let key: Uint8Array | null = null
  const handles = new WeakMap<pg.PoolClient, { handle: Kysely<Tables>; watch: TableWatch; causes: Causes }>()
  function ask(client: pg.PoolClient, statement: pg.QueryConfig): Promise<pg.QueryResult> {
    return client.query(
      unhurried.has(client) ? statement : ({ ...statement, query_timeout: times.write } as pg.QueryConfig),
    )
  }
  function handleOf(client: pg.PoolClient): { handle: Kysely<Tables>; watch: TableWatch; causes: Causes } {
    let known = handles.get(client)
    if (!known) {
      const causes = new Causes()
      const query = async (text: string, values: unknown[]) => {
        refuseLate()
        return ask(client, { name: statementName(text), text, values }).catch((error) => {
          throw causes.of(error)
        })
      }
      const only = { query, release: () => {} }
      const watch = new TableWatch()
      const pool = { connect: async () => only as never, end: async () => {} } as never
      known = { handle: new Kysely<Tables>({ dialect: watch.over(new PostgresDialect({ pool })) }), watch, causes }
      handles.set(client, known)
    }
    if (key) giveSigningKey(known.handle, key)
    return known
  }

  async function begin(client: pg.PoolClient, lane: string): Promise<void> {
    if (lane !== SCHEMA_LANE) unhurried.delete(client)
    else {
      unhurried.add(client)
      sendAhead(client, 'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0')
    }
    const begun = ask(client, { text: 'begin' })
    // In the same piece.
    const inTurn = ONE_OF_MANY.test(lane) ? ask(client, { ...IN_TURN, values: [lane] }) : null
    await Promise.all([begun, inTurn])
  }

  const groups = new GroupCommit({
    begin: async (lane) => {
      const client = await writers.connect()
      try {
        await begin(client, lane)
      } catch (error) {
        client.release(true)
        throw error
      }
      const { handle, watch, causes } = handleOf(client)
      watch.begin()
      causes.forget()
      return {
        handle,
        savepoint: async () => {
          causes.forget()
          sendAhead(client, 'savepoint job')
        },
        release: async () => sendAhead(client, 'release savepoint job'),
        rollbackToSavepoint: async () => {
          await ask(client, { text: 'rollback to savepoint job; release savepoint job' })
        },
        commit: async () => {
          const { command } = await ask(client, { text: 'commit' })
          // An aborted transaction is undone by it, without an error.
          if (command !== 'COMMIT') throw new Error('an aborted transaction is not committed')
          line.tell({ lane, tables: watch.tables })
          // The session of a step of the schema has its limits off.
          client.release(lane === SCHEMA_LANE)
        },
        tables: () => watch.tables,
        rollback: async () => {
          try {
            await ask(client, { text: 'rollback' })
            client.release(lane === SCHEMA_LANE)
          } catch {
            client.release(true)
          }
        },
      }
    },
    judge,
    committed: say,
    largestGroup: 64,
    longestQueue: 2_000,
    patience: times.patience,
  })

  await sql`select 1`.execute(read)
  await refusePooledTransactions(readers)
  await refuseEncoding(readers)
  await line.start()
  return {
    dialect: postgresDialect,
    read,
    write: (lane, job) => groups.run(lane, job),
    writeBatched: (lane, batch, input) => groups.runBatched(lane, lane, batch, input),
    signWith: (given) => {
      key = given
    },
    consistent: (reading) =>
      consistently.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(reading),
    onCommit: (listener) => void listeners.push(listener),
    foreignVersion: () => line.version(),
    // Its own vacuum does, and only when it takes the space again.
    scrub: async () => {},
    close: async () => {
      await groups.close()
      await line.close()
      await Promise.all([readers.end(), writers.end(), long.end()])
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
