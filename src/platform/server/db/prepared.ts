import type { Compilable, CompiledQuery, Insertable } from 'kysely'
import type { Sql } from './database.ts'
import type { Tables } from './tables.ts'

/** Stands in a compiled statement where a value will be. */
class Given {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement of a hot path, built and compiled once for each connection: building it anew took half of a purchase's
 * processor time (docs/benchmarks.md).
 * @param names every value that it takes: one that is missing does not compile. Null is no value to compare with, only to write.
 * @returns what runs it; the rows are what it selects or returns.
 */
export function prepared<Values extends object>(names: Record<keyof Values & string, true>) {
  const given = Object.fromEntries(Object.keys(names).map((name) => [name, new Given(name)])) as Values
  return <Row>(build: (sql: Sql, given: Values) => Compilable<Row>): ((sql: Sql, values: Values) => Promise<Row[]>) => {
    const compiled = new WeakMap<Sql, CompiledQuery<Row>>()
    return async (sql, values) => {
      let statement = compiled.get(sql)
      if (!statement) {
        statement = build(sql, given).compile()
        compiled.set(sql, statement)
      }
      const parameters = statement.parameters.map((value) =>
        value instanceof Given ? values[value.name as keyof Values] : value,
      )
      return (await sql.executeQuery<Row>({ ...statement, parameters })).rows
    }
  }
}

/** Rows of one statement: an engine allows 32,766 values and more in each. */
const MOST_ROWS = 128

/**
 * The same for rows that are written together: one statement for all of them, compiled once for each number of rows.
 * @param names the columns of the table, each of which every row has.
 */
export function preparedRows<Table extends keyof Tables & string>(
  table: Table,
  names: Record<keyof Insertable<Tables[Table]> & string, true>,
) {
  const columns = Object.keys(names) as (keyof Insertable<Tables[Table]> & string)[]
  type Row = Insertable<Tables[Table]>
  const inserts = new Map<number, (sql: Sql, values: Record<string, unknown>) => Promise<unknown[]>>()
  function insertOf(count: number) {
    let insert = inserts.get(count)
    if (!insert) {
      const rows = Array.from({ length: count }, (_, at) => columns.map((name) => [name, `${name} ${at}`] as const))
      insert = prepared<Record<string, unknown>>(Object.fromEntries(rows.flat().map(([, place]) => [place, true])))(
        (sql, given) =>
          sql
            .insertInto(table)
            .values(rows.map((row) => Object.fromEntries(row.map(([name, place]) => [name, given[place]])) as Row)),
      )
      inserts.set(count, insert)
    }
    return insert
  }
  return async (sql: Sql, rows: readonly Row[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += MOST_ROWS) {
      const some = rows.slice(from, from + MOST_ROWS)
      const values = some.flatMap((row, at) => columns.map((name) => [`${name} ${at}`, row[name]] as const))
      await insertOf(some.length)(sql, Object.fromEntries(values))
    }
  }
}
