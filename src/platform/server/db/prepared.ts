import type { Compilable, CompiledQuery } from 'kysely'
import type { Sql } from './database.ts'

/** Placeholder of a value in a compiled statement. */
class Given {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/**
 * A statement of a hot path, built and compiled once for each connection: building it each time took half of a purchase's processor time
 * (docs/benchmarks.md).
 * @param names every value that it takes: one that is missing does not compile. Null is no value to compare with, only to write.
 * @returns a function that runs it; the rows are those that it selects or returns.
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
