import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { giveSigningKey } from '../installation/keys.ts'
import { makeFolder, makePrivateFile } from '../installation/private-folder.ts'
import type { Commit, Db, Dialect } from './database.ts'
import { GroupCommit, isInJob, refuseLate } from './group-commit.ts'
import { ManyRows } from './many.ts'
import { notingReads, TableWatch } from './noted-tables.ts'
import type { Tables } from './tables.ts'

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  // A transaction that writes has the whole file.
  lockSchema: async () => {},
}

export const DATABASE_FILE = 'tombola.sqlite'
const BUSY_TIMEOUT = 10_000
/** A writer has the whole file. */
const LANE = 'file'

/** The part of better-sqlite3 that Kysely needs, on Node's own SQLite; a statement is prepared once for each text. */
class Connection implements SqliteDatabase {
  readonly #database: DatabaseSync
  readonly #writes: boolean
  readonly #statements = new Map<string, SqliteStatement>()

  /** @param writes whether it is the connection of the jobs. */
  constructor(database: DatabaseSync, writes = false) {
    this.#database = database
    this.#writes = writes
  }

  prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = new Statement(this.#database, this.#database.prepare(sql), this.#writes)
      // Lists of values make texts of many lengths; the cache stays small enough to search and keep.
      if (this.#statements.size > 500) this.#statements.clear()
      this.#statements.set(sql, statement)
    }
    return statement
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }
}

class Statement implements SqliteStatement {
  readonly reader: boolean
  readonly #database: DatabaseSync
  readonly #statement: StatementSync
  readonly #writes: boolean

  constructor(database: DatabaseSync, statement: StatementSync, writes: boolean) {
    this.#writes = writes
    this.#database = database
    this.#statement = statement
    this.reader = statement.columns().length > 0
  }

  all(parameters: readonly unknown[]): unknown[] {
    this.#check()
    return this.#statement.all(...parameters.map(asInput))
  }

  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    this.#check()
    const [many] = parameters
    if (!(many instanceof ManyRows)) return this.#statement.run(...parameters.map(asInput))
    for (const values of many.values) this.#statement.run(...(values as SQLInputValue[]))
    return { changes: many.values.length, lastInsertRowid: 0 }
  }

  /** A full disk undoes the whole transaction immediately: the job's other statements would then commit by themselves. */
  #check(): void {
    if (!this.#writes || !isInJob()) return
    refuseLate()
    if (!this.#database.isTransaction) throw new Error('the transaction of this job was undone')
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return this.#statement.iterate(...(parameters as SQLInputValue[]))
  }
}

/** A list is one parameter, which the statement reads as JSON (`isOneOf`). */
function asInput(value: unknown): SQLInputValue {
  return Array.isArray(value) ? JSON.stringify(value) : (value as SQLInputValue)
}

function open(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true })
  database.exec('pragma journal_mode = wal')
  // A commit returns once its log is flushed: its writer and every reader have data that survives a power cut.
  database.exec('pragma synchronous = full')
  // Deleted data is overwritten in place.
  database.exec('pragma secure_delete = on')
  return database
}

/**
 * The log that a killed process left may be readable and yet not on the disk: a flush that failed once is not repeated. It is copied into the
 * database, which is flushed, and begins empty, so that nothing new depends on it (docs/decisions/001-two-engines.md). Another process of ours has
 * done so; with a foreign reader the log stays as it is.
 * @throws SQLite's error of a disk that is full or fails.
 */
function emptyLog(database: DatabaseSync): void {
  database.exec('pragma busy_timeout = 0; pragma wal_checkpoint(truncate)')
  database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`)
}

/** The embedded database: one file in the data folder. One connection writes, one reads; a reader never waits for a transaction. */
export function openSqlite(dataDir: string): Db {
  makeFolder(dataDir)
  const file = join(dataDir, DATABASE_FILE)
  makePrivateFile(file)
  const writer = open(file)
  emptyLog(writer)
  const reader = open(file)
  reader.exec('pragma query_only = on')
  const watch = new TableWatch()
  const writing = new Kysely<Tables>({
    dialect: watch.over(new SqliteDialect({ database: new Connection(writer, true) })),
  })
  const read = new Kysely<Tables>({ dialect: notingReads(new SqliteDialect({ database: new Connection(reader) })) })
  const listeners: ((commit: Commit) => void)[] = []
  let scrubs = false

  const transaction = {
    handle: writing,
    savepoint: async () => {
      writer.exec('savepoint job')
    },
    release: async () => writer.exec('release job'),
    rollbackToSavepoint: async () => {
      writer.exec('rollback to job; release job')
    },
    commit: async () => {
      writer.exec('commit')
      if (!scrubs) return
      scrubs = false
      try {
        emptyLog(writer)
      } catch {
        // It is committed in any case: the log is emptied when the process ends, or begins.
      }
    },
    tables: () => watch.tables,
    rollback: async () => {
      try {
        if (writer.isTransaction) writer.exec('rollback')
      } catch {
        // A disk that fails has ended the transaction already.
      }
    },
  }
  const groups = new GroupCommit({
    begin: async () => {
      watch.begin()
      writer.exec('begin immediate')
      return transaction
    },
    judge: () => 'job',
    committed: (commit) => {
      for (const listener of listeners) listener(commit)
    },
    largestGroup: 64,
    longestQueue: 2_000,
    patience: 0,
  })
  // On the writing connection this number moves only when another process has committed.
  const version = writer.prepare('pragma data_version')

  return {
    dialect: sqliteDialect,
    read,
    write: (_lane, job) => groups.run(LANE, job),
    writeBatched: (lane, batch, input) => groups.runBatched(LANE, lane, batch, input),
    signWith: (key) => giveSigningKey(writing, key),
    consistent: async (reading) => {
      const snapshot = open(file)
      try {
        snapshot.exec('pragma query_only = on; begin')
        return await reading(new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Connection(snapshot) }) }))
      } finally {
        snapshot.close()
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    foreignVersion: oncePerTurn(() => Number(version.get()?.['data_version'])),
    // The log has the old content of pages: it is emptied between two transactions.
    scrub: async () => {
      scrubs = true
      await groups.run(LANE, async () => {})
    },
    close: async () => {
      await groups.close()
      try {
        writer.exec('pragma optimize')
      } catch {
        // It writes its statistics of the tables: a read-only disk keeps nobody from stopping.
      }
      reader.close()
      writer.close()
    },
  }
}

/**
 * Queries once for all requests of one turn of the event loop. Requests that are read in the same turn had all arrived before it
 * began, so none of them can know of a commit that the answer misses.
 */
function oncePerTurn(ask: () => number): () => number {
  let kept: number | null = null
  return () => {
    if (kept === null) {
      kept = ask()
      setImmediate(() => {
        kept = null
      })
    }
    return kept
  }
}
