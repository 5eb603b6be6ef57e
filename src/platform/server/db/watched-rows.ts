import {
  ColumnNode,
  ColumnUpdateNode,
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  type QueryResult,
  ReferenceNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { RowChange, RowKeeper, Sql, WatchedPart, WatchedTable } from './database.ts'

/** Before the name of a column that was asked for beside those that the statement returns. */
const MARK = 'vista_'

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

/** How a statement tells which rows of a watched table it wrote. */
interface Plan {
  /** Whether the statement returns rows of its own; then those stay as they were. */
  returns: boolean
  rewrite(sql: string): string
  /** Takes what was added out of a returned row. */
  take(row: Record<string, unknown>, parameters: readonly unknown[]): RowChange
}

/** @returns null when the statement writes nothing that is watched. */
function planOf(query: OperationNode, tables: ReadonlyMap<string, WatchedTable>): Plan | null {
  const target = targetOf(query)
  const watched = target === null ? undefined : tables.get(target)
  if (!target || !watched) return null
  const gone = DeleteQueryNode.is(query)
  const parts = gone ? watched.parts : watched.parts.filter(writtenBy(query))
  if (parts.length === 0) return null
  const known = InsertQueryNode.is(query) ? givenColumns(query) : new Map<string, number>()
  const needed = new Set([...watched.key, ...(gone ? [] : parts.flatMap(({ columns }) => columns))])
  const asked = [...needed].filter((column) => !known.has(column))
  // Something must come back for each row that was written, or a conflict that wrote none would pass for a row.
  if (asked.length === 0) asked.push(watched.key[0] as string)
  const returns = 'returning' in query && query.returning !== undefined
  const addition = `${returns ? ', ' : ' returning '}${asked.map((column) => `"${target}"."${column}" as "${MARK}${column}"`).join(', ')}`
  return {
    returns,
    rewrite: remembered((sql) => sql + addition),
    take(row, parameters) {
      const seen: Record<string, unknown> = {}
      for (const column of asked) {
        seen[column] = row[MARK + column]
        delete row[MARK + column]
      }
      for (const [column, index] of known) if (needed.has(column)) seen[column] = parameters[index] ?? null
      return { table: target, parts, row: seen, gone }
    },
  }
}

function targetOf(query: OperationNode): string | null {
  const node = InsertQueryNode.is(query)
    ? query.into
    : UpdateQueryNode.is(query)
      ? query.table
      : DeleteQueryNode.is(query)
        ? query.from.froms[0]
        : undefined
  return node && TableNode.is(node) ? node.table.identifier.name : null
}

/** An insert writes every part; an update those of which it sets a column. */
function writtenBy(query: OperationNode): (part: WatchedPart) => boolean {
  if (!UpdateQueryNode.is(query)) return () => true
  const set = new Set((query.updates ?? []).map(({ column }) => columnName(column)))
  return ({ columns }) => columns.some((column) => set.has(column))
}

function columnName(node: OperationNode): string {
  const column = ReferenceNode.is(node) ? node.column : node
  return ColumnNode.is(column) ? column.column.name : ''
}

/**
 * Columns of a single inserted row whose values are parameters, and which: they need not come back, and a mail's body is large.
 * What a conflict updates comes back whole.
 */
function givenColumns(query: InsertQueryNode): Map<string, number> {
  const none = new Map<string, number>()
  const values = query.values && ValuesNode.is(query.values) ? query.values.values : []
  const [row] = values
  if (!row || values.length !== 1 || query.with || query.onConflict?.updates?.some(ColumnUpdateNode.is)) return none
  const parameters =
    PrimitiveValueListNode.is(row) ||
    (ValueListNode.is(row) && row.values.every((value) => ValueNode.is(value) && value.immediate !== true))
  if (!parameters) return none
  return new Map((query.columns ?? []).map((column, index) => [column.column.name, index]))
}

/** A prepared statement comes with the same text each time. */
function remembered(change: (text: string) => string): (text: string) => string {
  let last = { text: '', changed: '' }
  return (text) => {
    if (last.text !== text) last = { text, changed: change(text) }
    return last.changed
  }
}
