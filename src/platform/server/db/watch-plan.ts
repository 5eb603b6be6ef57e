import {
  ColumnNode,
  ColumnUpdateNode,
  DeleteQueryNode,
  InsertQueryNode,
  type OperationNode,
  PrimitiveValueListNode,
  ReferenceNode,
  TableNode,
  UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely'
import type { RowChange, WatchedPart, WatchedTable } from './row-keeper.ts'

/** How a statement tells which rows of a watched table it wrote. */
export interface Plan {
  /** Whether the statement returns rows of its own; then those stay as they were. */
  returns: boolean
  rewrite(sql: string): string
  /** Takes what was added out of a returned row. */
  take(row: Record<string, unknown>, parameters: readonly unknown[]): RowChange
}

/** Before the name of a column that was asked for beside those that the statement returns. */
const MARK = 'vista_'

/** @returns null when the statement writes nothing that is watched. */
export function planOf(query: OperationNode, tables: ReadonlyMap<string, WatchedTable>): Plan | null {
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
