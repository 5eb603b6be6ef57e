import { type Generated, type SelectType, sql } from 'kysely'
import type { CalendarDate, Instant } from '../../clock.ts'
import type { Money, Rate } from '../../money.ts'
import type { Dialect } from './database.ts'
import type { SchemaStep } from './migrate.ts'
import type { SchemaObject } from './read-objects.ts'

/**
 * A table is declared once, as a value. From it come the type of its rows, the statements that create it on both engines, the
 * columns of a bulk insert and the names that the audit knows.
 */

type Engine = Dialect['name']

/** `sortable`: text whose beginnings are found as a range. `integer`: up to 31 bits. */
const TYPES = {
  text: { sqlite: 'text', postgres: 'text' },
  sortable: { sqlite: 'text', postgres: 'text collate "C"' },
  integer: { sqlite: 'integer', postgres: 'integer' },
  bigint: { sqlite: 'integer', postgres: 'bigint' },
} as const

interface Facts {
  readonly kind: keyof typeof TYPES
  readonly nullable?: true
  /** `counted`: by the engine. */
  readonly key?: 'counted' | 'given'
  readonly unique?: true
  readonly initial?: number | string
  readonly check?: (column: string) => string
  readonly of?: { readonly table: string; readonly column: string; readonly cascade: boolean }
}

declare const TYPE: unique symbol
/** @typeParam Type as Kysely knows the column: `Money`, `Instant | null`, `Generated<number>`. It is there for the compiler alone. */
export interface Column<Type> extends Facts {
  readonly [TYPE]: Type
}

const column = <Type>(facts: Facts) => facts as Column<Type>
const literal = (value: number | string) =>
  typeof value === 'number' ? `${value}` : `'${value.replaceAll("'", "''")}'`

/** A kind of column; with `initial`, a row without a value gets that. */
function ofKind<Base extends number | string>(kind: Facts['kind']) {
  function declare<Type extends Base = Base>(): Column<Type>
  function declare<Type extends Base = Base>(initial: NoInfer<Type>): Column<Generated<Type>>
  function declare(initial?: Base) {
    return column(initial === undefined ? { kind } : { kind, initial })
  }
  return declare
}

export const text = ofKind<string>('text')
export const sortable = ofKind<string>('sortable')
export const integer = ofKind<number>('integer')
export const bigint = ofKind<number>('bigint')

export const money = () => text<Money>()
export const rate = () => text<Rate>()
export const day = () => text<CalendarDate>()
export const instant = () => bigint<Instant>()
/** The key that the engine counts up; `small`: of tables with few rows, up to 31 bits. */
export const id = (size?: 'small') =>
  column<Generated<number>>({ kind: size === 'small' ? 'integer' : 'bigint', key: 'counted' })

type Choices<Choice extends string> = readonly Choice[] | { readonly options: readonly Choice[] }

/** One of the words of a contract. The database takes any other too. */
export const oneOf = <const Choice extends string>(_choices: Choices<Choice>) => text<Choice>()
/** The same, and the database refuses any other: one that comes later needs a step that exchanges the constraint. */
export const onlyOneOf = <const Choice extends string>(choices: Choices<Choice>) =>
  check(text<Choice>(), (name) => {
    const words = 'options' in choices ? choices.options : choices
    return `${name} in (${words.map(literal).join(', ')})`
  })

export const orNull = <Type>(one: Column<Type>) => column<Type | null>({ ...one, nullable: true })
export const primary = <Type>(one: Column<Type>) => column<Type>({ ...one, key: 'given' })
export const unique = <Type>(one: Column<Type>) => column<Type>({ ...one, unique: true })
/** @param condition of this column alone, which gets its name; one about several columns is one of the table's `checks`. */
export function check<Type>(one: Column<Type>, condition: (column: string) => string) {
  if (one.check)
    throw new Error('of two checks of one column one has no name of its own: say it among those of the table')
  return column<Type>({ ...one, check: condition })
}

export type Columns = Readonly<Record<string, Column<unknown>>>
type ColumnName<Of extends Table> = keyof Of['columns'] & string

/** The id of a row elsewhere, or another column of it. `cascade`: with that row this one goes too. */
export function of<Of extends Table, Name extends ColumnName<Of> = 'id'>(
  { name, columns }: Of,
  referred: Name | 'id' = 'id',
  cascade?: 'cascade',
) {
  const { kind } = columns[referred] as Column<unknown>
  return column<SelectType<Of['columns'][Name][typeof TYPE]>>({
    kind,
    of: { table: name, column: referred, cascade: cascade === 'cascade' },
  })
}

/** Rules about several columns. Their names are those of constraints and indexes, unique in the whole database. */
export interface Across<Name extends string = string> {
  primaryKey?: Record<string, readonly Name[]>
  unique?: Record<string, readonly Name[]>
  checks?: Record<string, string>
  /** To another table, or to rows of `itself`. */
  foreignKeys?: Record<string, { columns: readonly Name[]; of: Table | 'itself'; to: readonly string[] }>
  /** `where`: the rows that are in it. */
  indexes?: Record<string, readonly Name[] | { on: readonly Name[]; where?: string; unique?: true }>
  /** On SQLite: the table is its own index. */
  withoutRowid?: true
  /**
   * Instants that are never further ahead than `most` milliseconds, in the rows `where` that is so; `:now` in it is the hour. One that is gets
   * so many of `gets` from now on, or is over (jobs/cap-deadlines.ts).
   */
  deadlines?: readonly { column: Name; most: number; gets?: number; where?: string }[]
}

export interface Table<Name extends string = string, Of extends Columns = Columns> {
  readonly name: Name
  readonly columns: Of
  readonly across: Across
}

export function table<const Name extends string, Of extends Columns>(
  name: Name,
  columns: Of,
  across: Across<NoInfer<keyof Of & string>> = {},
): Table<Name, Of> {
  return { name, columns, across }
}

/** A table as Kysely knows it, for its `Insertable` and `Updateable`. */
export type Shape<Of extends Table> = { [Name in keyof Of['columns']]: Of['columns'][Name][typeof TYPE] }
/** A row as it is read. */
export type Row<Of extends Table> = { [Name in keyof Of['columns']]: SelectType<Of['columns'][Name][typeof TYPE]> }
/** Tables by name, for Kysely. */
export type Declared<Of extends readonly Table[]> = { [One in Of[number] as One['name']]: Shape<One> }

/** The columns of a table, all of them: `const { id, ...others } = namesOf(tickets)`. */
export function namesOf<Of extends Table>({ columns }: Of): Record<ColumnName<Of>, true> {
  return Object.fromEntries(Object.keys(columns).map((name) => [name, true])) as Record<ColumnName<Of>, true>
}

const quoted = (name: string) => `"${name}"`
const list = (names: readonly string[]) => `(${names.map(quoted).join(', ')})`
const each = <Value>(named: Record<string, Value> | undefined, say: (name: string, value: Value) => string) =>
  Object.entries(named ?? {}).map(([name, value]) => say(name, value))

function columnOf(name: string, { kind, key, nullable, initial, ...more }: Facts, engine: Engine): string {
  const counted = engine === 'sqlite' ? ' primary key autoincrement' : ' generated by default as identity primary key'
  const parts = [
    `${quoted(name)} ${TYPES[kind][engine]}`,
    key === 'counted' ? counted : nullable ? '' : ' not null',
    initial === undefined ? '' : ` default ${literal(initial)}`,
    key === 'given' ? ' primary key' : '',
    more.unique ? ' unique' : '',
    more.of ? ` references ${quoted(more.of.table)} ${list([more.of.column])}` : '',
    more.of?.cascade ? ' on delete cascade' : '',
    more.check ? ` check (${more.check(name)})` : '',
  ]
  return parts.join('')
}

/** The statements that create a table and its indexes. */
function createStatements({ name, columns, across }: Table, engine: Engine): string[] {
  const lines = [
    ...Object.entries(columns).map(([column, facts]) => columnOf(column, facts, engine)),
    ...each(across.primaryKey, (key, names) => `constraint ${quoted(key)} primary key ${list(names)}`),
    ...each(across.unique, (key, names) => `constraint ${quoted(key)} unique ${list(names)}`),
    ...each(across.checks, (key, condition) => `constraint ${quoted(key)} check (${condition})`),
    ...each(across.foreignKeys, (key, { columns: names, of: other, to }) => {
      const referred = other === 'itself' ? name : other.name
      return `constraint ${quoted(key)} foreign key ${list(names)} references ${quoted(referred)} ${list(to)}`
    }),
  ]
  const end = engine === 'sqlite' ? ` strict${across.withoutRowid ? ', without rowid' : ''}` : ''
  return [
    `create table ${quoted(name)} (\n  ${lines.join(',\n  ')}\n)${end}`,
    ...each(across.indexes, (index, about) => {
      const { on, where, unique: once } = 'on' in about ? about : { on: about }
      const condition = where ? ` where ${where}` : ''
      return `create ${once ? 'unique ' : ''}index ${quoted(index)} on ${quoted(name)} ${list(on)}${condition}`
    }),
  ]
}

/** The columns that identify a row: its primary key, else unique ones. */
export function keyOf({ columns, across }: Table): readonly string[] {
  const own = Object.keys(columns).filter((name) => columns[name]?.key)
  const alike = Object.keys(columns).filter((name) => columns[name]?.unique)
  return (
    [own, ...Object.values(across.primaryKey ?? {}), ...Object.values(across.unique ?? {}), alike].find(
      (key) => key.length > 0,
    ) ?? []
  )
}

/** Objects that a table adds to a database, by the names that both engines give them. */
export function objectsOf({ name, columns, across }: Table, engine: Engine): SchemaObject[] {
  const found: SchemaObject[] = [`tabla ${name}`]
  for (const [column, facts] of Object.entries(columns)) {
    found.push(`columna ${name}.${column}`)
    if (engine === 'sqlite') continue
    if (facts.key === 'counted') found.push(`secuencia ${name}_${column}_seq`)
    if (facts.key) found.push(`restricción ${name}.${name}_pkey`)
    if (facts.unique) found.push(`restricción ${name}.${name}_${column}_key`)
    if (facts.of) found.push(`restricción ${name}.${name}_${column}_fkey`)
    if (facts.check) found.push(`restricción ${name}.${name}_${column}_check`)
  }
  found.push(...Object.keys(across.indexes ?? {}).map((index): SchemaObject => `índice ${index}`))
  if (engine === 'sqlite') return found
  const { primaryKey, unique: uniques, checks, foreignKeys } = across
  for (const key of Object.keys({ ...primaryKey, ...uniques, ...checks, ...foreignKeys }))
    found.push(`restricción ${name}.${key}`)
  return found
}

export interface CreationStep<Of extends readonly Table[]> extends SchemaStep {
  tables: Of
}

/** The step that creates tables, each after those that it refers to. @param fill puts in the rows that every database begins with. */
export function creatingTables<const Of extends readonly Table[]>(
  name: string,
  tables: Of,
  fill?: SchemaStep['up'],
): CreationStep<Of> {
  const up: SchemaStep['up'] = async (db, dialect) => {
    for (const one of tables)
      for (const statement of createStatements(one, dialect.name)) await sql.raw(statement).execute(db)
    await fill?.(db, dialect)
  }
  return { name, tables, up }
}
