import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  type Dialect,
  InsertQueryNode,
  type OperationNode,
  type QueryResult,
  TableNode,
  UpdateQueryNode,
} from 'kysely'

/** Records the tables whose rows the statements of one connection write, in any code. Raw SQL is not seen. */
export class TableWatch {
  #tables = new Set<string>()

  /** The engine's own dialect, whose connections report to this watch. */
  over(dialect: Dialect): Dialect {
    return followed(dialect, (connection) => this.#follow(connection))
  }

  begin(): void {
    this.#tables = new Set()
  }

  /** Of which the transaction wrote rows; of a job that was undone too. */
  get tables(): ReadonlySet<string> {
    return this.#tables
  }

  #follow(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async <R>(query: CompiledQuery, ...options: never[]): Promise<QueryResult<R>> => {
      const result = await execute<R>(query, ...options)
      const target = told.get(query.query) ?? targetOf(query.query)
      if (target !== null && (result.rows.length > 0 || result.numAffectedRows !== 0n)) this.#tables.add(target)
      return result
    }
  }
}

const told = new WeakMap<OperationNode, string>()

/** Declares that a statement of raw SQL writes rows of that table. */
export function tellTable(query: CompiledQuery, table: string): void {
  told.set(query.query, table)
}

/** @returns the same dialect; `follow` gets each of its connections before anybody else. */
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

/** The current reading, and the tables that it has named. */
const reading = new AsyncLocalStorage<Set<string>>()

/** The result of a reading, and the tables that its statements named, even indirectly. Raw SQL is not seen. */
export async function noteTables<T>(read: () => Promise<T>): Promise<{ value: T; tables: ReadonlySet<string> }> {
  const tables = new Set<string>()
  return { value: await reading.run(tables, read), tables }
}

/** Adds these tables to the current reading's, if one is being noted. */
export function restOn(tables: Iterable<string>): void {
  const noted = reading.getStore()
  if (noted) for (const table of tables) noted.add(table)
}

/** The dialect of readers, whose statements `noteTables` records. */
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
