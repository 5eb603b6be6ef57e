import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { answeredTables } from '#journal/server/answered-tables.ts'
import { chainHash, type HashedLine } from '#journal/server/append-entry.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Randomness } from '#platform/server/random.ts'
import { keys } from '../schema.ts'

type Row = Record<string, unknown>

/** Changes that an attacker with the database, but without the key, can make to one of its rows. */
const WAYS = ['value', 'swap', 'delete', 'insert', 'restore', 'journal', 'cut'] as const
type Way = (typeof WAYS)[number]

/** An attacker would most likely change a single value. */
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

/** The change, which the audit has to name. */
export interface Tampering {
  way: Way
  /** Where it happened. */
  place: string
  /** Beginnings of the sentences about it, one of which must be there; none if it is recounted from other rows. */
  begins: string[]
  /** Words that the sentence contains; empty for whole rows. */
  says: string
}

/** Rows as they were some time ago, to be put back. */
export type Past = ReadonlyMap<string, Row[]>

/** A table, and the columns that an attacker may change. */
interface Target {
  table: string
  key: readonly string[]
  columns: readonly string[]
  /** Of rows that are proved with another: their owner. */
  owner?: { table: string; by: string; of: string; key: string }
  /** Recounted from other rows, which the audit names. */
  counted?: true
}

const COUNTED = {
  stock: ['total_numeros', 'libres', 'apartados', 'en_revision', 'confirmados', 'sin_dueno', 'en_espera', 'falsos'],
  free_pile: ['posicion', 'lugar'],
  purchase_counts: ['estado', 'tasa_verificada', 'moneda', 'dia', 'cuantas', 'centimos'],
  payment_windows: ['ventana', 'confirmada', 'compra_id'],
}

async function targets(): Promise<Target[]> {
  const keyOf = (table: string) => keys.get(table) ?? []
  return [
    ...[...answeredTables].flatMap(([table, { key, plain, hidden, parts }]): Target[] => [
      { table, key: [key], columns: [key, ...plain, ...hidden] },
      ...parts.map(({ table: part, by, of, columns }) => ({
        table: part,
        key: keyOf(part),
        columns: [by, ...columns],
        owner: { table, by, of, key },
      })),
    ]),
    ...Object.entries(COUNTED).map(
      ([table, columns]): Target => ({ table, key: keyOf(table), columns, counted: true }),
    ),
  ]
}

export async function rememberPast(db: Sql): Promise<Past> {
  const past = new Map<string, Row[]>()
  for (const { table } of await targets()) past.set(table, await rowsOf(db, table))
  return past
}

/**
 * Changes something at random, anything that the journal answers for.
 * @returns null when that table has nothing to change in that way; the database may also refuse it.
 */
export async function tamper(db: Sql, random: Randomness, past: Past): Promise<Tampering | null> {
  const way = pick(random, OFTEN)
  if (way === 'journal') return rewriteJournal(db, random)
  if (way === 'cut') return cutJournal(db, random)
  const target = pick(random, await targets())
  // A count of nothing has no effect, in any table.
  const rows = (await rowsOf(db, target.table)).filter(({ cuantas }) => cuantas !== 0)
  const row = rows.length > 0 ? pick(random, rows) : null
  if (!row) return null
  switch (way) {
    case 'value':
      return changeValue(db, random, target, rows, row)
    case 'swap':
      return swapValues(db, random, target, rows, row)
    case 'delete': {
      const told = await tampered(db, way, target, '', [row])
      await sql`delete from ${sql.table(target.table)} where ${isRow(target, row)}`.execute(db)
      return told
    }
    case 'insert':
      return insertRow(db, random, target, row)
    default:
      return restoreRow(db, random, target, rows, past)
  }
}

async function changeValue(db: Sql, random: Randomness, target: Target, rows: Row[], row: Row) {
  const column = pick(random, target.columns)
  const others = rows.map((other) => other[column]).filter((value) => value !== row[column])
  const value = others.length > 0 && random.below(3) > 0 ? pick(random, others) : anotherValue(random, row[column])
  const told = await tampered(db, 'value', target, column, [row, { ...row, [column]: value }])
  await setColumns(db, target, row, { [column]: value })
  return told
}

async function swapValues(db: Sql, random: Randomness, target: Target, rows: Row[], row: Row) {
  // The free numbers have no order: two exchanged places are the same pile.
  if (target.table === 'free_pile') return null
  const column = pick(
    random,
    target.columns.filter((name) => !target.key.includes(name)),
  )
  const others = rows.filter((other) => other[column] !== row[column])
  if (others.length === 0) return null
  const other = pick(random, others)
  const told = await tampered(db, 'swap', target, column, [row, other])
  await setColumns(db, target, row, { [column]: other[column] })
  await setColumns(db, target, other, { [column]: row[column] })
  return told
}

async function insertRow(db: Sql, random: Randomness, target: Target, row: Row) {
  const copy: Row = { ...row }
  for (const column of [...target.key, ...UNIQUE.filter((name) => name in row)])
    if (column !== target.owner?.by) copy[column] = anotherValue(random, row[column])
  const told = await tampered(db, 'insert', target, '', [copy])
  const columns = Object.keys(copy)
  await sql`insert into ${sql.table(target.table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    values (${sql.join(columns.map((name) => sql.val(copy[name])))})`.execute(db)
  return told
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
    const differs = target.columns.some((column) => now && now[column] !== old[column])
    return now && differs ? [{ old, now }] : []
  })
  if (changed.length === 0) return null
  const { old, now } = pick(random, changed)
  const told = await tampered(db, 'restore', target, '', [now])
  await setColumns(db, target, now, old)
  return told
}

/** Another text in a line of the journal, and every hash after it as a stranger without the key makes it. */
async function rewriteJournal(db: Sql, random: Randomness): Promise<Tampering> {
  const all = await db.selectFrom('journal').selectAll().orderBy('id').execute()
  const line = pick(random, all)
  const chain = all.filter(({ ambito, numero }) => ambito === line.ambito && numero >= line.numero)
  const before = all.find(({ ambito, numero }) => ambito === line.ambito && numero === line.numero - 1)
  await rewrite(
    db,
    before?.hash ?? '',
    chain.map((each) => (each.id === line.id ? { ...each, actor: `${line.actor}a` } : each)),
  )
  const begins = [`diario ${line.ambito}: la línea ${line.numero} `]
  return { way: 'journal', place: 'journal', begins, says: 'fue cambiada' }
}

/** Makes lines and the end of their chain again, without the key. */
export async function rewrite(db: Sql, before: string, lines: readonly (HashedLine & { id: number })[]): Promise<void> {
  let previous = before
  for (const line of lines.toSorted((a, b) => a.numero - b.numero)) {
    previous = chainHash(previous, line)
    const { actor, filas, datos } = line
    await db.updateTable('journal').set({ actor, filas, datos, hash: previous }).where('id', '=', line.id).execute()
  }
  const [last] = lines
  if (last) await db.updateTable('journal_heads').set({ hash: previous }).where('ambito', '=', last.ambito).execute()
}

/** Removes the end of a chain, from the last line about a row on. */
async function cutJournal(db: Sql, random: Randomness): Promise<Tampering | null> {
  const all = await db.selectFrom('journal').selectAll().orderBy('id').execute()
  const cut = pick(random, all)
  const gone = all.filter(({ ambito, numero }) => ambito === cut.ambito && numero >= cut.numero)
  const before = all.find(({ ambito, numero }) => ambito === cut.ambito && numero === cut.numero - 1)
  // The line of a row that no later line changed must say the same as the one before, or nothing is known any more.
  if (!before || !gone.some(({ filas }) => filas !== null && changes(all, filas, cut.id))) return null
  for (const { id } of gone) await db.deleteFrom('journal').where('id', '=', id).execute()
  const head = { numero: before.numero, hash: before.hash }
  await db.updateTable('journal_heads').set(head).where('ambito', '=', cut.ambito).execute()
  return { way: 'cut', place: 'journal', begins: [], says: '' }
}

/** Whether the last state of some of these rows before that line differs. */
function changes(all: readonly { id: number; filas: string | null }[], filas: string, from: number): boolean {
  return (JSON.parse(filas) as unknown[][]).some(([table, key, image]) => {
    const said = all
      .filter(({ id }) => id < from)
      .flatMap((line) => JSON.parse(line.filas ?? '[]') as unknown[][])
      .findLast(([other, its]) => other === table && its === key)
    return sumOf(said?.[2] ?? null) !== sumOf(image)
  })
}

function sumOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** The sentences that the audit must report. Called before the change. */
async function tampered(db: Sql, way: Way, target: Target, column: string, rows: Row[]): Promise<Tampering> {
  const { table, key, owner, counted } = target
  const told = { way, place: table }
  if (counted) return { ...told, begins: [], says: '' }
  if (!owner) {
    const begins = rows.map((row) => `${table} ${nameOf(target, row)}: `)
    return { ...told, begins, says: key.includes(column) ? '' : column }
  }
  const owners = await Promise.all(
    rows.map(async (row) => {
      const found = await sql<Row>`
        select * from ${sql.table(owner.table)} where ${sql.ref(owner.of)} = ${row[owner.by]}`.execute(db)
      return found.rows
    }),
  )
  // Those of a rejected purchase are counted, and those that a waiting report gets.
  const named = owners
    .flat()
    .filter(({ estado }) => table !== 'tickets' || !['en revision', 'rechazado'].includes(estado as string))
  return {
    ...told,
    begins: named.map((row) => `${owner.table} ${row[owner.key]}: `),
    says: named.length > 0 ? `sus filas de ${table}` : '',
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
