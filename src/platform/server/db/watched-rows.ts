import { AsyncLocalStorage } from 'node:async_hooks'
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
  #tables = new Set<string>()

  /** The engine's own dialect, whose connections tell this watch. */
  over(dialect: Dialect): Dialect {
    return followed(dialect, (connection) => this.#follow(connection))
  }

  begin(): void {
    this.#changes = []
    this.#tables = new Set()
  }

  /** Of which the transaction wrote rows; of a job that was undone too. */
  get tables(): ReadonlySet<string> {
    return this.#tables
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
      const whole = wholes.get(query.query)
      if (whole) {
        const result = await execute<R>(query, ...options)
        this.#noteWhole(whole)
        return result
      }
      const plan = this.#planFor(query.query)
      if (!plan) {
        const result = await execute<R>(query, ...options)
        const target = targetOf(query.query)
        if (target !== null && (result.rows.length > 0 || result.numAffectedRows !== 0n)) this.#tables.add(target)
        return result
      }
      const result = await execute<Record<string, unknown>>({ ...query, sql: plan.rewrite(query.sql) }, ...options)
      for (const row of result.rows) {
        const change = plan.take(row, query.parameters)
        this.#tables.add(change.table)
        this.#changes.push(change)
      }
      const rows = plan.returns ? (result.rows as R[]) : []
      return { ...result, numAffectedRows: BigInt(result.rows.length), rows }
    }
  }

  #noteWhole({ table, rows }: Whole): void {
    this.#tables.add(table)
    const watched = this.keeper?.tables.get(table)
    if (!watched) return
    if (rows === null) throw new Error(`nobody says which rows of ${table} were written`)
    const needed = [...watched.key, ...watched.parts.flatMap(({ columns }) => columns)]
    for (const row of rows) {
      const missing = needed.find((column) => row[column] === undefined)
      if (missing) throw new Error(`a row of ${table} was written without saying its ${missing}`)
      this.#changes.push({ table, parts: watched.parts, row, gone: false })
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

/** Rows that a statement inserts, all of them and as they stand there. */
interface Whole {
  table: string
  /** Null where some may have been there already. */
  rows: readonly Record<string, unknown>[] | null
}

const wholes = new WeakMap<OperationNode, Whole>()

/** Says of a statement, which is raw SQL, that it inserts exactly these rows or fails. */
export function tellWhole(query: CompiledQuery, table: string, rows: Whole['rows']): void {
  wholes.set(query.query, { table, rows })
}

/** @returns the same dialect, each of whose connections was shown to `follow` before anybody has it. */
function followed(dialect: Dialect, follow: (connection: DatabaseConnection) => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => {
      const driver = dialect.createDriver()
      const acquire = driver.acquireConnection.bind(driver)
      const known = new WeakSet<DatabaseConnection>()
      driver.acquireConnection = async (...options) => {
        const connection = await acquire(...options)
        if (!known.has(connection)) follow(connection)
        known.add(connection)
        return connection
      }
      return driver
    },
  }
}

/** Whose reading it is that runs now, and which tables it has named. */
const reading = new AsyncLocalStorage<Set<string>>()

/** What a reading found, and the tables that its statements named, however it came to them. Raw SQL is not seen. */
export async function noteTables<T>(read: () => Promise<T>): Promise<{ value: T; tables: ReadonlySet<string> }> {
  const tables = new Set<string>()
  return { value: await reading.run(tables, read), tables }
}

/** Says to whoever notes, if anybody does, that his reading rests on these tables too. */
export function restOn(tables: Iterable<string>): void {
  const noted = reading.getStore()
  if (noted) for (const table of tables) noted.add(table)
}

/** The dialect of readers, whose statements are noted by `noteTables`. */
export function notingReads(dialect: Dialect): Dialect {
  return followed(dialect, (connection) => {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (query, ...options) => {
      if (reading.getStore()) restOn(namedIn(query.query))
      return execute(query, ...options)
    }
  })
}

const named = new WeakMap<OperationNode, ReadonlySet<string>>()

/** Every table that a statement names, at any depth. */
function namedIn(query: OperationNode): ReadonlySet<string> {
  let tables = named.get(query)
  if (!tables) {
    const found = new Set<string>()
    collect(query, found)
    tables = found
    named.set(query, found)
  }
  return tables
}

function collect(node: unknown, found: Set<string>): void {
  if (typeof node !== 'object' || node === null) return
  if ('kind' in node && TableNode.is(node as OperationNode)) found.add((node as TableNode).table.identifier.name)
  else for (const child of Object.values(node)) collect(child, found)
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
