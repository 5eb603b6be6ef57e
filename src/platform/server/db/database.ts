import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** The lane of the schema's steps: nothing of it is given up for taking long. */
export const SCHEMA_LANE = 'esquema'

/** Prefix of a lane that is one among many, `rifa:7`. */
export const ONE_OF_MANY = /^[a-z]+:\d+/

/** A transaction, or the reading side. Every function of a store takes one. */
export type Sql = Kysely<Tables>

/** What differs between the two engines in a migration. */
export interface Dialect {
  name: 'sqlite' | 'postgres'
  /** Makes other processes wait until this transaction has brought the schema up to date. */
  lockSchema(sql: Sql): Promise<void>
}

/** The content of a committed transaction. */
export interface Commit {
  lane: string
  /** Of which rows were written. Raw SQL is not seen. */
  tables: ReadonlySet<string>
  /** Another process made it. */
  foreign?: true
  /** Number of writes that shared it, and milliseconds that the first of them waited; unknown for another process. */
  jobs?: number
  waited?: number
}

/** The result of one input of a batch. */
export type Outcome<Out> = { value: Out } | { error: unknown }

/**
 * Serves inputs by one reading and one writing, in their order, and returns the outcome of each. An input that it refuses has changed nothing.
 * An error undoes all of them, and then each is served alone. It may run again for an input, but never after that may have been committed.
 * It runs nothing but SQL.
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
   * @param lane of the job's first lock, `rifa:1` for the writes of a raffle.
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
   * From now on `listener`, which never throws, gets every commit of this process before its writer does, and commits whose outcome is
   * unknown. On PostgreSQL it gets other processes' commits too, a moment later.
   */
  onCommit(listener: (commit: Commit) => void): void
  /** Changes whenever another process may have committed something without an announcement, so that memory can be dropped. */
  foreignVersion(): number
  /** Removes deleted data from the files of this process, as far as the engine does (docs/decisions/146). */
  scrub(): Promise<void>
  /** Finishes the jobs that wait and closes every connection. */
  close(): Promise<void>
}
