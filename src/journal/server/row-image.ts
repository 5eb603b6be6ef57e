import { createHmac } from 'node:crypto'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { AnsweredName } from './answered.ts'
import { type Answered, answeredTables } from './answered-tables.ts'

type Row = Record<string, unknown>

/** Content of a row: its plain columns, the keyed hash of the hidden ones under HIDDEN, and those of its parts under their tables. */
export type Image = Record<string, unknown>

/** State of a row in a line of the journal; null if the row is gone. */
export type RowImage = [table: AnsweredName, key: string | number, image: Image | null]

export const HIDDEN = '*'
/** 132 bits in base64url. */
const HASH_LENGTH = 22

/** Images of the rows with those keys, by their key as text; of existing ones. Rows and parts are read together. */
export async function readImages(
  tx: Sql,
  key: Uint8Array,
  name: AnsweredName,
  keys: readonly (string | number)[],
): Promise<Map<string, Image>> {
  if (keys.length === 0) return new Map()
  const table = answered(name)
  const named = isOneOf(tx, table.key, keys)
  const columns = [table.key, ...table.plain, ...table.hidden]
  const [{ rows }, ...parts] = await Promise.all([
    sql<Row>`select ${list(columns)} from ${sql.table(name)} where ${named}`.execute(tx),
    ...table.parts.map((part) => {
      const own = sql<SqlBool>`${sql.ref(part.by)} in (select ${sql.ref(part.of)} from ${sql.table(name)} where ${named})`
      return readPart(tx, part, part.of === table.key ? isOneOf(tx, part.by, keys) : own)
    }),
  ])
  return imagesFrom(key, name, rows, parts)
}

/** Images of rows that were read. */
export async function imagesOf(
  tx: Sql,
  key: Uint8Array,
  name: AnsweredName,
  rows: readonly Row[],
): Promise<Map<string, Image>> {
  const parts = answered(name).parts.map((part) =>
    readPart(
      tx,
      part,
      isOneOf(
        tx,
        part.by,
        rows.map((row) => row[part.of] as string | number),
      ),
    ),
  )
  return imagesFrom(key, name, rows, await Promise.all(parts))
}

/** Rows of a part, each the JSON of its values, by their owner. */
type PartRows = Map<string, string[]>

function imagesFrom(
  key: Uint8Array,
  name: AnsweredName,
  rows: readonly Row[],
  parts: readonly PartRows[],
): Map<string, Image> {
  const table = answered(name)
  return new Map(
    rows.map((row) => {
      const image: Image = {}
      for (const column of table.plain) if (row[column] !== null) image[column] = row[column]
      const own = row[table.key]
      if (table.hidden.length > 0)
        image[HIDDEN] = keyedHash(key, [name, own, ...table.hidden.map((column) => row[column])])
      for (const [at, part] of table.parts.entries()) {
        const found = parts[at]?.get(String(row[part.of]))
        const proved = part.states?.proved.includes(row['estado'] as string) ?? true
        if (found && proved) image[part.table] = keyedHash(key, [part.table, own, found.toSorted()])
      }
      return [String(own), image]
    }),
  )
}

async function readPart(
  tx: Sql,
  { table, by, columns }: Answered['parts'][number],
  where: RawBuilder<SqlBool>,
): Promise<PartRows> {
  const found = await sql<Row>`select ${list([by, ...columns])} from ${sql.table(table)}
    where ${where}`.execute(tx)
  const parts: PartRows = new Map()
  for (const row of found.rows) {
    const owner = String(row[by])
    // Sorted as text afterwards: engines order letters in ways of their own.
    const values = JSON.stringify(columns.map((column) => row[column]))
    const known = parts.get(owner)
    if (known) known.push(values)
    else parts.set(owner, [values])
  }
  return parts
}

export function answered(name: AnsweredName): Answered {
  return answeredTables.get(name) as Answered
}

function list(columns: readonly string[]) {
  return sql.join(columns.map((column) => sql.ref(column)))
}

/** Hash of hidden values: without the key nobody can try names or cédulas against it. */
function keyedHash(key: Uint8Array, values: unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url').slice(0, HASH_LENGTH)
}
