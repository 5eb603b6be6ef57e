import type { Tables } from '#platform/server/db/tables.ts'

/**
 * How the books keep a column true when somebody writes the database behind the product's back:
 *
 * - `sello`: sealed with its row at every write, compared by the audit. `sello parte` puts it into a part of its own, for what
 *   changes often in a row that is large.
 * - `cuenta: …` recounted by the audit from other rows that are sealed, and where.
 * - `no: …` a change does no harm, and why.
 *
 * A new table or column does not compile until it has its entry; what is true of it is to be decided, not forgotten.
 */
export type Kept = 'sello' | `sello ${string}` | `cuenta: ${string}` | `no: ${string}`

export interface TableBooks<Table> {
  key: readonly (keyof Table & string)[]
  /** The key says something of a person: the books know its rows by a seal of the key. */
  hidesKey?: true
  /** Compared every few minutes: what buyers are shown, and who may enter. */
  watched?: true
  columns: { [Column in keyof Table]-?: Kept }
}

/** Of every table. */
export type Books = { [Name in keyof Tables]: TableBooks<Tables[Name]> }
