import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The lane of the schema's steps: nothing of it is given up for taking long. */
export const SCHEMA_LANE = 'esquema'

/** The lane of one among many, `rifa:7`, as what begins with it. */
export const ONE_OF_MANY = /^[a-z]+:\d+/

/** A transaction, or the reading side. Every function of a store takes one. */
export type Sql = Kysely<Tables>

/** What the two engines write differently in a migration. */
export interface Dialect {
  name: 'sqlite' | 'postgres'
  /** Type of a column for instants and other integers beyond 31 bits. */
  bigint: 'integer' | 'bigint'
  /** Makes a column the primary key that the engine counts up. */
  counter(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder
  /** Makes other processes wait until this transaction has brought the schema up to date. */
  lockSchema(sql: Sql): Promise<void>
  /** What follows a table's closing parenthesis: `strict` on SQLite. */
  tableSuffix: string
}

/** What a transaction has committed. */
export interface Commit {
  lane: string
  /** Of which rows were written. Raw SQL is not seen. */
  tables: ReadonlySet<string>
  /** Another process made it. */
  foreign?: true
  /** Writes that shared it, and what the first of them waited until it was made, in milliseconds; of another process nobody can say. */
  jobs?: number
  waited?: number
}

/** What became of one of the inputs of a batch. */
export type Outcome<Out> = { value: Out } | { error: unknown }

/**
 * Serves inputs by one reading and one writing, in their order, and says what became of each. An input that it refuses has changed nothing.
 * An error undoes all of them, and each is served by himself. It may run again for an input, and never after that may have been committed. It does
 * nothing but SQL.
 */
export type Batch<Handle, In, Out> = (handle: Handle, inputs: readonly In[]) => Promise<Outcome<Out>[]>

export interface Db {
  dialect: Dialect
  /** For reading outside transactions; it sees everything that is committed, and nothing that a power cut undoes. */
  read: Sql
  /**
   * Runs `job` in a transaction and resolves once it is durable. Jobs of one lane that wait together share a transaction,
   * each in its own savepoint: one that throws is undone alone. A job may run more than once (a deadlock, a server that went
   * away), never after it may have been committed; it does nothing but SQL: no file, mail, HTTP or image work.
   * @param lane what the job locks first, `rifa:1` for the writes of a raffle.
   * @throws AppError 503 SERVIDOR_OCUPADO when too many jobs wait, SIN_BASE_DE_DATOS when the server does not answer in time,
   * SIN_ESPACIO when nothing can be written. After SIN_BASE_DE_DATOS the job may have been committed: its answer was lost.
   */
  write<T>(lane: string, job: (sql: Sql) => Promise<T>): Promise<T>
  /** The same for an input of a batch: those of one lane that wait together are read, decided and written together. */
  writeBatched<In, Out>(lane: string, batch: Batch<Sql, In, Out>, input: In): Promise<Out>
  /** From now on every transaction has this key (`signingKeyOf`). */
  signWith(key: Uint8Array): void
  /** Reads everything as it was at one instant, however long it takes and whatever is written meanwhile. */
  consistent<T>(reading: (sql: Sql) => Promise<T>): Promise<T>
  /**
   * From now on `listener`, which never throws, hears of every commit of this process before whoever wrote does, of one of which nobody
   * can say, and on PostgreSQL of those of other processes, a moment after they were made.
   */
  onCommit(listener: (commit: Commit) => void): void
  /** Changes whenever another process may have committed something that nobody hears of, so that what is kept in memory can be dropped. */
  foreignVersion(): number
  /** Takes what was deleted out of the files of this process, as far as the engine does (docs/decisions/146). */
  scrub(): Promise<void>
  /** Finishes the jobs that wait and closes every connection. */
  close(): Promise<void>
}
