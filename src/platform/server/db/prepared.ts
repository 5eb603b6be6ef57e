import { createHash } from 'node:crypto'
import type { Compilable, CompiledQuery } from 'kysely'
import type { Sql } from './database.ts'

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

const names = new Map<string, string>()

/** The same text has the same name, so that a connection parses and plans it once. */
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `s${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    // Lists of values make texts of many lengths; what is rare need not be remembered.
    if (names.size > 1_000) names.clear()
    names.set(text, name)
  }
  return name
}
