import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely'
import type { Dialect } from './database.ts'
import type { SchemaStep } from './migrate.ts'
import type { Tables } from './tables.ts'

/** A column of a table as a step creates it: of a type, with a value unless `orNull` says otherwise. */
export interface Column {
  type: 'text' | 'integer' | 'bigint' | 'sortable'
  define(column: ColumnDefinitionBuilder, dialect: Dialect): ColumnDefinitionBuilder
}

const valued = (type: Column['type']): Column => ({ type, define: (column) => column.notNull() })
const counted = (type: Column['type']): Column => ({ type, define: (column, dialect) => dialect.counter(column) })

export const text = valued('text')
/** Up to 31 bits. */
export const integer = valued('integer')
/** Instants and other integers beyond 31 bits. */
export const bigint = valued('bigint')
/** The primary key that the engine counts up; of tables with few rows up to 31 bits. */
export const counter = counted('bigint')
export const smallCounter = counted('integer')
/** Text whose beginnings are found as a range: its letters sort by their code. */
export const sortable = valued('sortable')

const also =
  (change: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder) =>
  ({ type, define }: Column): Column => ({ type, define: (column, dialect) => change(define(column, dialect)) })

export const orNull = ({ type }: Column): Column => ({ type, define: (column) => column })
export const primary = also((column) => column.primaryKey())
export const unique = also((column) => column.unique())
export const check = (column: Column, condition: RawBuilder<unknown>) => also((one) => one.check(condition))(column)
/** What a row has that says nothing of it. */
export const initially = (column: Column, value: number | string) => also((one) => one.defaultTo(value))(column)
/** The id of a row elsewhere, `raffles.id`. `cascade`: with that row this one goes too. */
export const of = (column: Column, id: string, cascade?: 'cascade') =>
  also((one) => (cascade ? one.references(id).onDelete(cascade) : one.references(id)))(column)

export type Table = CreateTableBuilder<string, string>

/** What a step of a room does, in the words of both engines. */
export interface Creator {
  /** For the rows that every database begins with. */
  db: Kysely<Tables>
  dialect: Dialect
  /**
   * @typeParam Later columns that a step of later adds.
   * @param columns every other column of the table's interface: one that is missing here does not compile.
   * @param finish adds what is about several columns: keys, checks.
   * @param options of SQLite: a table that is its own index.
   */
  table<Name extends keyof Tables & string, Later extends keyof Tables[Name] = never>(
    name: Name,
    columns: Record<Exclude<keyof Tables[Name] & string, Later>, Column>,
    finish?: (table: Table) => Table,
    options?: { withoutRowid: true },
  ): Promise<void>
  /** Adds to a table of an earlier step. The rows that it has get what `initially` says, or null. */
  columns<Name extends keyof Tables & string>(
    name: Name,
    columns: Partial<Record<keyof Tables[Name] & string, Column>>,
  ): Promise<void>
  /** @param where rows that are in it, in SQL; all by default. */
  index<Name extends keyof Tables & string>(
    name: string,
    table: Name,
    columns: (keyof Tables[Name] & string)[],
    where?: RawBuilder<unknown>,
  ): Promise<void>
  uniqueIndex<Name extends keyof Tables & string>(
    name: string,
    table: Name,
    columns: (keyof Tables[Name] & string)[],
  ): Promise<void>
  run(statement: RawBuilder<unknown>): Promise<void>
}

/** A step that creates tables. @param name of its day and its place in it: `2026-11-22-03-mail`. */
export function creating(name: string, create: (creator: Creator) => Promise<void>): SchemaStep {
  return { name, up: (schema, dialect) => create(creatorOf(schema, dialect)) }
}

function creatorOf(db: Kysely<Tables>, dialect: Dialect): Creator {
  const types = {
    text: 'text',
    integer: 'integer',
    bigint: dialect.bigint,
    sortable: dialect.name === 'postgres' ? sql`text collate "C"` : 'text',
  } as const
  const createIndex = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns)
  return {
    db,
    dialect,
    async table(name, columns, finish = (table) => table, options) {
      let table: Table = db.schema.createTable(name)
      for (const [column, { type, define }] of Object.entries<Column>(columns)) {
        table = table.addColumn(column, types[type], (definition) => define(definition, dialect))
      }
      const suffix =
        options && dialect.name === 'sqlite' ? `${dialect.tableSuffix}, without rowid` : dialect.tableSuffix
      await finish(table).modifyEnd(sql.raw(suffix)).execute()
    },
    async columns(name, columns) {
      for (const [column, { type, define }] of Object.entries<Column>(columns as Record<string, Column>))
        await db.schema
          .alterTable(name)
          .addColumn(column, types[type], (definition) => define(definition, dialect))
          .execute()
    },
    async index(name, table, columns, where) {
      const index = createIndex(name, table, columns)
      await (where ? index.where(sql<boolean>`${where}`) : index).execute()
    },
    async uniqueIndex(name, table, columns) {
      await createIndex(name, table, columns).unique().execute()
    },
    async run(statement) {
      await statement.execute(db)
    },
  }
}
