import { CompiledQuery, type Insertable, PostgresAdapter, type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import { isRefusal } from '../../errors.ts'
import type { Outcome, Sql } from './database.ts'
import type { Tables } from './tables.ts'
import { tellWhole } from './watched-rows.ts'

/** What many jobs read and write together: one statement, with one text, for however many rows. */

/** Rows as SQLite is handed them: one statement that runs for each (sqlite.ts). */
export class ManyRows {
  readonly values: readonly (readonly unknown[])[]

  constructor(values: readonly (readonly unknown[])[]) {
    this.values = values
  }
}

function isPostgres(sql: Sql): boolean {
  return sql.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * Writes rows of a table together.
 * @param names the columns of the table, each of which every row has; without `id` the engine counts it.
 * @param end what becomes of a row that is there already, in SQL. Only for tables of which nobody watches the rows.
 */
export function preparedRows<Table extends keyof Tables & string>(
  table: Table,
  names: Record<Exclude<keyof Insertable<Tables[Table]> & string, 'id'>, true> & { id?: true },
  end = '',
) {
  const columns = Object.keys(names)
  const list = columns.map((name) => `"${name}"`).join(', ')
  const into = `insert into "${table}" (${list})`
  const each = `${into} values (${columns.map(() => '?').join(', ')}) ${end}`
  const all = `${into} select ${list} from json_populate_recordset(null::"${table}", $1) ${end}`
  return async (tx: Sql, rows: readonly Insertable<Tables[Table]>[]): Promise<void> => {
    if (rows.length === 0) return
    const given = rows as readonly Record<string, unknown>[]
    const query = isPostgres(tx)
      ? CompiledQuery.raw(all, [JSON.stringify(given)])
      : CompiledQuery.raw(each, [new ManyRows(given.map((row) => columns.map((name) => row[name])))])
    tellWhole(query, table, end === '' ? given : null)
    await tx.executeQuery(query)
  }
}

/** Whether a column has one of the values of a list, which is one parameter. */
export function isOneOf(sql: Sql, column: string, list: readonly (string | number)[]): RawBuilder<SqlBool> {
  const name = raw.ref(column)
  return isPostgres(sql)
    ? raw<SqlBool>`${name} = any(${list})`
    : raw<SqlBool>`${name} in (select value from json_each(${list}))`
}

/** The next ids of a table whose key the engine counts up, for rows that name each other before they are written. */
export async function takeIds(tx: Sql, table: keyof Tables & string, count: number): Promise<number[]> {
  if (count === 0) return []
  if (isPostgres(tx)) {
    const counted = raw<{
      id: number
    }>`select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::int)`
    return (await counted.execute(tx)).rows.map(({ id }) => id)
  }
  const move = raw<{ seq: number }>`update sqlite_sequence set seq = seq + ${count} where name = ${table} returning seq`
  let last = (await move.execute(tx)).rows[0]?.seq
  if (last === undefined) {
    // Before its first row a table has no count.
    await raw`insert into sqlite_sequence (name, seq) values (${table}, ${count})`.execute(tx)
    last = count
  }
  const first = last - count + 1
  return Array.from({ length: count }, (_, at) => first + at)
}

/**
 * Decides inputs of a batch one after the other, in memory, each finding what those before it left.
 * @param decide throws its refusal before it changes anything; null when it needs more than was read, and the rest waits.
 * @throws what is no refusal: then nothing of the group may stay.
 */
export function decideEach<In, Out>(inputs: readonly In[], decide: (input: In) => Out | null): Outcome<Out>[] {
  const outcomes: Outcome<Out>[] = []
  for (const input of inputs) {
    try {
      const value = decide(input)
      if (value === null) break
      outcomes.push({ value })
    } catch (error) {
      if (!isRefusal(error)) throw error
      outcomes.push({ error })
    }
  }
  return outcomes
}
