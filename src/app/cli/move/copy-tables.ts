import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Sql } from '#platform/server/db/database.ts'
import { keys } from '../../server/schema.ts'

/** Rows of one statement: engines limit a statement's values, and nobody should wait seconds for one. */
const BATCH = 400
/** Tables of messages between running processes. */
const OF_THE_MOMENT = ['jobs', 'processes']

type Row = Record<string, unknown>

/** Content of a table, whatever the order of its rows. */
export type Content = ContentSum['content']

/** All tables, those that others refer to before them. */
export const TABLES = [...keys.keys()].filter((name) => !OF_THE_MOMENT.includes(name))

/** Rows of a table in pieces, by its key. */
export async function* rowsOf(read: Sql, table: string): AsyncGenerator<Row[]> {
  const key = keys.get(table) ?? []
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last: unknown[] | null = null
  for (;;) {
    const after: RawBuilder<unknown> = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``
    const query = sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(BATCH)}`
    const { rows }: { rows: Row[] } = await query.execute(read)
    if (rows.length > 0) yield rows
    const end: Row | undefined = rows.at(-1)
    if (rows.length < BATCH || !end) return
    last = key.map((column) => end[column])
  }
}

/** Adds up the content of rows: text and numbers are the same on both engines. */
export class ContentSum {
  #rows = 0
  #sum = 0n

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const said = JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))
      this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${createHash('sha256').update(said).digest('hex')}`))
    }
    this.#rows += rows.length
  }

  /** `sum` is that of the rows' SHA-256. */
  get content() {
    return { rows: this.#rows, sum: this.#sum.toString(16) }
  }
}

export async function contentOf(read: Sql, table: string): Promise<Content> {
  const sum = new ContentSum()
  for await (const rows of rowsOf(read, table)) sum.add(rows)
  return sum.content
}

/** Makes the target's content equal to the source's. @returns content of each table of the source. */
export async function copyTables(from: Sql, to: Db): Promise<Map<string, Content>> {
  // The steps of the schema put rows into some.
  for (const table of TABLES.toReversed()) {
    await to.write('mudanza', (tx) => sql`delete from ${sql.table(table)}`.execute(tx))
  }
  const held = new Map<string, Content>()
  for (const table of TABLES) {
    const sum = new ContentSum()
    for await (const rows of rowsOf(from, table)) {
      await to.write('mudanza', (tx) =>
        tx
          .insertInto(table as never)
          .values(rows as never)
          .execute(),
      )
      sum.add(rows)
    }
    held.set(table, sum.content)
  }
  return held
}

const COUNTERS = sql<{ tabla: string; columna: string }>`
  select table_name::text as tabla, column_name::text as columna from information_schema.columns
  where table_schema = current_schema() and is_identity = 'YES'`

/** Numbers that were given once are not given again, also those of rows that are gone. */
export async function copyCounters(sqlite: Sql, to: Db): Promise<void> {
  for (const { tabla, columna } of (await COUNTERS.execute(to.read)).rows) {
    const { rows } = await sql<{ n: number }>`select seq as n from sqlite_sequence where name = ${tabla}`.execute(
      sqlite,
    )
    const given = Number(rows[0]?.n ?? 0)
    await to.write('mudanza', (tx) =>
      sql`select setval(pg_get_serial_sequence(${tabla}, ${columna}), ${Math.max(1, given)}, ${given > 0})`.execute(tx),
    )
  }
}
