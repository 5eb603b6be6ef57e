import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Columns that are looked at together: a row may have several such parts, so that what changes often is small. */
export interface WatchedPart {
  part: string
  columns: readonly string[]
}

export interface WatchedTable {
  /** Columns that say which row it is. They never change. */
  key: readonly string[]
  parts: readonly WatchedPart[]
}

/** A row that a transaction wrote. */
export interface RowChange {
  table: string
  /** The parts that were written. */
  parts: readonly WatchedPart[]
  /** The columns of the key and of those parts, as they are now; of a row that is gone only the key. */
  row: Record<string, unknown>
  gone: boolean
}

/** Who wants to know what each transaction writes, and writes it down as the last thing of that transaction. */
export interface RowKeeper {
  tables: ReadonlyMap<string, WatchedTable>
  keep(tx: Kysely<Tables>, lane: string, changes: RowChange[]): Promise<void>
}
