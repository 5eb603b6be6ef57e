import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { type Answered, type AnsweredName, answeredTables } from './answered.ts'

type Row = Record<string, unknown>

/** What a row says: its plain columns, the keyed hash of the hidden ones under HIDDEN, and those of its parts under their tables. */
export type Image = Record<string, unknown>

/** What a line of the journal says of a row; null when the row is gone. */
export type RowImage = [table: AnsweredName, key: string | number, image: Image | null]

export const HIDDEN = '*'
/** 132 bits in base64url. */
const HASH_LENGTH = 22

/** Images of the rows with those keys, by their key as text; of those that are there. */
export async function readImages(
  tx: Sql,
  key: Uint8Array,
  name: AnsweredName,
  keys: readonly (string | number)[],
): Promise<Map<string, Image>> {
  if (keys.length === 0) return new Map()
  const table = answered(name)
  const columns = [table.key, ...table.plain, ...table.hidden]
  const { rows } = await sql<Row>`
    select ${list(columns)} from ${sql.table(name)} where ${isOneOf(tx, table.key, keys)}`.execute(tx)
  return imagesOf(tx, key, name, rows)
}

/** Images of rows that were read. */
export async function imagesOf(
  tx: Sql,
  key: Uint8Array,
  name: AnsweredName,
  rows: readonly Row[],
): Promise<Map<string, Image>> {
  const table = answered(name)
  const parts = await Promise.all(table.parts.map((part) => readPart(tx, part, rows)))
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
        if (found && proved) image[part.table] = keyedHash(key, [part.table, own, found])
      }
      return [String(own), image]
    }),
  )
}

/** Rows of a part by whose they are, each as the values of its columns, in one order for all. */
async function readPart(
  tx: Sql,
  { table, by, of, columns }: Answered['parts'][number],
  rows: readonly Row[],
): Promise<Map<string, unknown[][]>> {
  const owners = rows.map((row) => row[of] as string | number)
  const found = await sql<Row>`select ${list([by, ...columns])} from ${sql.table(table)}
    where ${isOneOf(tx, by, owners)} order by ${list([by, columns[0] as string])}`.execute(tx)
  const parts = new Map<string, unknown[][]>()
  for (const row of found.rows) {
    const owner = String(row[by])
    const values = columns.map((column) => row[column])
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

/** What nobody can try names or cédulas against who has not got the key. */
function keyedHash(key: Uint8Array, values: unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('base64url').slice(0, HASH_LENGTH)
}
