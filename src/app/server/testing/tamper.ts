import { sql } from 'kysely'
import { chainHash } from '#journal/server/append-entry.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Randomness } from '#platform/server/random.ts'
import { BOOKS_TABLE } from '../books/books-table.ts'

type Row = Record<string, unknown>

/** What somebody who owns the database, and not the key, can do to one of its rows. */
const WAYS = ['value', 'swap', 'delete', 'insert', 'restore', 'journal', 'seal', 'cut'] as const
type Way = (typeof WAYS)[number]

/** A single value is what somebody would change. */
const OFTEN: readonly Way[] = [
  ...WAYS,
  'value',
  'value',
  'value',
  'value',
  'swap',
  'swap',
  'restore',
  'delete',
  'insert',
]

/** What was changed; the audit has to name it. */
export interface Tampering {
  way: Way
  /** Where it happened. */
  place: string
  /** How a sentence about it begins; empty where it is recounted from other rows. */
  table: string
  /** Empty for whole rows. */
  column: string
  /** Values of the key of the rows of which one must be named; none where only the table is. */
  rows: string[]
}

/** Rows as they were some time ago, for who puts one back. */
export type Past = ReadonlyMap<string, Row[]>

interface Target {
  table: string
  key: readonly string[]
  hidesKey: boolean
  sealed: string[]
  counted: string[]
}

const TARGETS: Target[] = Object.entries(
  BOOKS_TABLE as Record<string, { key: readonly string[]; hidesKey?: true; columns: Record<string, string> }>,
)
  .map(([table, { key, hidesKey, columns }]) => {
    const kept = (word: string) => Object.keys(columns).filter((column) => columns[column]?.startsWith(word))
    return { table, key, hidesKey: hidesKey === true, sealed: kept('sello'), counted: kept('cuenta') }
  })
  .filter(({ sealed, counted }) => sealed.length + counted.length > 0)

export async function rememberPast(db: Sql): Promise<Past> {
  const past = new Map<string, Row[]>()
  for (const { table } of TARGETS) past.set(table, await rowsOf(db, table))
  return past
}

/**
 * Changes something at random, anything that the books say they keep.
 * @returns null when that table has nothing to change in that way; the database may also refuse it.
 */
export async function tamper(db: Sql, random: Randomness, past: Past): Promise<Tampering | null> {
  const way = pick(random, OFTEN)
  if (way === 'journal') return rewriteJournal(db, random)
  if (way === 'seal') return rewriteSeal(db, random)
  if (way === 'cut') return cutBooks(db, random)
  const target = pick(random, TARGETS)
  // A count of nothing says nothing, whatever it is a count of.
  const rows = (await rowsOf(db, target.table)).filter(({ cuantas }) => cuantas !== 0)
  const row = rows.length > 0 ? pick(random, rows) : null
  if (!row) return null
  switch (way) {
    case 'value':
      return changeValue(db, random, target, rows, row)
    case 'swap':
      return swapValues(db, random, target, rows, row)
    case 'delete':
      await sql`delete from ${sql.table(target.table)} where ${isRow(target, row)}`.execute(db)
      return tampered(way, target, '', target.hidesKey ? [] : [row])
    case 'insert':
      return insertRow(db, random, target, row)
    default:
      return restoreRow(db, random, target, rows, past)
  }
}

async function changeValue(db: Sql, random: Randomness, target: Target, rows: Row[], row: Row) {
  const column = pick(random, [...target.sealed, ...target.counted])
  const others = rows.map((other) => other[column]).filter((value) => value !== row[column])
  const value = others.length > 0 && random.below(3) > 0 ? pick(random, others) : anotherValue(random, row[column])
  await setColumns(db, target, row, { [column]: value })
  return tampered('value', target, column, [row, { ...row, [column]: value }])
}

async function swapValues(db: Sql, random: Randomness, target: Target, rows: Row[], row: Row) {
  // The free numbers stand in no order: two places that are exchanged are the same pile.
  if (target.table === 'free_pile') return null
  const column = pick(
    random,
    [...target.sealed, ...target.counted].filter((name) => !target.key.includes(name)),
  )
  const others = rows.filter((other) => other[column] !== row[column])
  if (others.length === 0) return null
  const other = pick(random, others)
  await setColumns(db, target, row, { [column]: other[column] })
  await setColumns(db, target, other, { [column]: row[column] })
  return tampered('swap', target, column, [row, other])
}

async function insertRow(db: Sql, random: Randomness, target: Target, row: Row) {
  const copy: Row = { ...row }
  for (const column of [...target.key, ...UNIQUE.filter((name) => name in row)])
    copy[column] = anotherValue(random, row[column])
  const columns = Object.keys(copy)
  await sql`insert into ${sql.table(target.table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(columns.map((name) => sql.val(copy[name])))})`.execute(db)
  return tampered('insert', target, '', [copy])
}

const UNIQUE = [
  'codigo',
  'secreto',
  'token',
  'clave',
  'correo',
  'token_hash',
  'numero',
  'hash',
  'clave_creacion',
  'reserva_id',
]

async function restoreRow(db: Sql, random: Randomness, target: Target, rows: Row[], past: Past) {
  const changed = (past.get(target.table) ?? []).flatMap((old) => {
    const now = rows.find((row) => nameOf(target, row) === nameOf(target, old))
    const differs = [...target.sealed, ...target.counted].some((column) => now && now[column] !== old[column])
    return now && differs ? [{ old, now }] : []
  })
  if (changed.length === 0) return null
  const { old, now } = pick(random, changed)
  await setColumns(db, target, now, old)
  return tampered('restore', target, '', [now])
}

/** Another text in a line of the journal, and every hash after it computed anew: the chain of hashes holds. */
async function rewriteJournal(db: Sql, random: Randomness): Promise<Tampering> {
  const all = await db.selectFrom('journal').selectAll().orderBy('id').execute()
  const line = pick(random, all)
  const actor = `${line.actor}a`
  const chain = all.filter(({ ambito, numero }) => ambito === line.ambito && numero >= line.numero)
  let previous = all.find(({ ambito, numero }) => ambito === line.ambito && numero === line.numero - 1)?.hash ?? ''
  for (const each of chain.sort((a, b) => a.numero - b.numero)) {
    const changed = each.id === line.id ? { ...each, actor } : each
    previous = chainHash(previous, changed)
    await db.updateTable('journal').set({ actor: changed.actor, hash: previous }).where('id', '=', each.id).execute()
  }
  await db.updateTable('journal_heads').set({ hash: previous }).where('ambito', '=', line.ambito).execute()
  return { way: 'journal', place: 'journal', table: 'journal', column: 'actor', rows: [String(line.id)] }
}

/** A row is changed and the line of the books that knows it gives it the seal of another row. */
async function rewriteSeal(db: Sql, random: Randomness): Promise<Tampering | null> {
  const lines = await db.selectFrom('seals').selectAll().where('cuantas', '>', 1).orderBy('orden').execute()
  const line = pick(random, lines)
  const rows = JSON.parse(line.filas) as unknown[][]
  const [first, second] = [rows[0], rows[1]]
  if (!first || !second || first[3] === second[3]) return null
  ;[first[3], second[3]] = [second[3], first[3]]
  await db
    .updateTable('seals')
    .set({ filas: JSON.stringify(rows) })
    .where('orden', '=', line.orden)
    .execute()
  return { way: 'seal', place: 'seals', table: 'libros', column: '', rows: [] }
}

/** The end of the books is taken away, so that they end where they were before the last writes. */
async function cutBooks(db: Sql, random: Randomness): Promise<Tampering | null> {
  const heads = await db.selectFrom('seal_heads').selectAll().where('numero', '>', 2).orderBy('cadena').execute()
  if (heads.length === 0) return null
  const { cadena, numero } = pick(random, heads)
  const left = numero - 1
  const gone = await db
    .deleteFrom('seals')
    .where('cadena', '=', cadena)
    .where('numero', '>', left)
    .returning('filas')
    .execute()
  const end = await db
    .selectFrom('seals')
    .select('sello')
    .where('cadena', '=', cadena)
    .where('numero', '=', left)
    .executeTakeFirstOrThrow()
  await db.updateTable('seal_heads').set({ numero: left, sello: end.sello }).where('cadena', '=', cadena).execute()
  // Rows that were written more than once since are the same in the line before; the first that was not is named.
  return gone.length > 0 ? { way: 'cut', place: 'seals', table: '', column: '', rows: [] } : null
}

function tampered(way: Way, target: Target, column: string, rows: Row[]): Tampering {
  const sealed = column === '' ? target.sealed.length > 0 : target.sealed.includes(column)
  const names = sealed ? rows.map((row) => nameOf(target, row)) : []
  return {
    way,
    place: target.table,
    table: sealed ? target.table : '',
    column: sealed && !target.key.includes(column) ? column : '',
    rows: target.hidesKey && target.key.includes(column) ? [] : names,
  }
}

function nameOf({ key }: Target, row: Row): string {
  return key.map((column) => row[column]).join(' ')
}

function isRow({ key }: Target, row: Row) {
  return sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  )
}

async function setColumns(db: Sql, target: Target, row: Row, columns: Row): Promise<void> {
  const set = sql.join(Object.keys(columns).map((column) => sql`${sql.ref(column)} = ${columns[column]}`))
  await sql`update ${sql.table(target.table)} set ${set} where ${isRow(target, row)}`.execute(db)
}

async function rowsOf(db: Sql, table: string): Promise<Row[]> {
  return (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows
}

/** Another value of the same type, near enough to be believed. */
function anotherValue(random: Randomness, value: unknown): unknown {
  if (typeof value === 'number') return value < 2 ? 1 - value : value + 1 + random.below(9)
  if (typeof value !== 'string') return random.below(1_000)
  const place = random.below(value.length + 1)
  const letter = /\d/.test(value) ? String(random.below(10)) : 'abcdefghij'.charAt(random.below(10))
  const changed = value.slice(0, place) + letter + value.slice(place + 1)
  return changed === value ? `${value}${letter}` : changed
}

function pick<T>(random: Randomness, from: readonly T[]): T {
  const chosen = from[random.below(from.length)]
  if (chosen === undefined) throw new Error('nothing to pick from')
  return chosen
}
