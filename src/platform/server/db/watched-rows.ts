import type { CompiledQuery, DatabaseConnection, Dialect, OperationNode, QueryResult } from 'kysely'
import type { Sql } from './database.ts'
import type { RowChange, RowKeeper } from './row-keeper.ts'
import { type Plan, planOf } from './watch-plan.ts'

/**
 * Sees the rows that the statements of one connection write, whoever wrote the statement: each insert, update and delete of a
 * watched table also returns what is to be known of its rows. Raw SQL is not seen.
 */
export class RowWatch {
  keeper: RowKeeper | null = null
  #changes: RowChange[] = []
  #mark = 0

  /** The engine's own dialect, whose connections tell this watch. */
  over(dialect: Dialect): Dialect {
    return {
      createAdapter: () => dialect.createAdapter(),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createDriver: () => {
        const driver = dialect.createDriver()
        const acquire = driver.acquireConnection.bind(driver)
        const watched = new WeakSet<DatabaseConnection>()
        driver.acquireConnection = async (...options) => {
          const connection = await acquire(...options)
          if (!watched.has(connection)) this.#follow(connection)
          watched.add(connection)
          return connection
        }
        return driver
      },
    }
  }

  begin(): void {
    this.#changes = []
  }

  savepoint(): void {
    this.#mark = this.#changes.length
  }

  rollbackToSavepoint(): void {
    this.#changes.length = this.#mark
  }

  /** Hands over what the transaction wrote; call it before the commit. */
  async finish(tx: Sql, lane: string): Promise<void> {
    const changes = this.#changes
    this.#changes = []
    if (changes.length > 0) await this.keeper?.keep(tx, lane, changes)
  }

  #follow(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery, ...options: never[]): Promise<QueryResult<R>> => {
      const plan = this.#planFor(query.query)
      if (!plan) return execute<R>(query, ...options)
      const result = await execute<Record<string, unknown>>({ ...query, sql: plan.rewrite(query.sql) }, ...options)
      for (const row of result.rows) this.#changes.push(plan.take(row, query.parameters))
      const rows = plan.returns ? (result.rows as R[]) : []
      return { ...result, numAffectedRows: BigInt(result.rows.length), rows }
    }
  }

  readonly #plans = new WeakMap<OperationNode, Plan | null>()

  #planFor(query: OperationNode): Plan | null {
    if (!this.keeper) return null
    let plan = this.#plans.get(query)
    if (plan === undefined) {
      plan = planOf(query, this.keeper.tables)
      this.#plans.set(query, plan)
    }
    return plan
  }
}
