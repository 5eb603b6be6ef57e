import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Deed } from '../deeds.ts'
import type { ANSWERED, AnsweredName } from './answered.ts'
import { answeredTables } from './answered-tables.ts'
import { isSigned } from './append-entry.ts'
import { answered, HIDDEN, type Image, imagesOf, type RowImage } from './row-image.ts'

/** A row that differs from the journal: it was written behind the product's back. */
export interface Finding {
  tabla: AnsweredName
  /** The value of its key. */
  fila: string
  /** Columns and parts that differ; empty if the row is missing, or the journal knows of none. */
  columnas: string[]
  /** For the operator. */
  texto: string
}

/** Rows that are compared together: a limit of memory. */
const AT_ONCE = 300_000
const PAGE = 500

/** Tables of lines about a purchase; the others are compared every few minutes. */
const OF_SALES: readonly AnsweredName[] = ['purchases', 'movements', 'blocked_people']

/** The journal's last state of a row. */
interface Last {
  /** Its line. */
  line: number
  /** Of its image; null if the row is gone. */
  sum: string | null
  /** State of columns and parts that few deeds change; other lines do not count. */
  held: Image
  met: boolean
}

/**
 * Replays the journal, keeps the last image of each row, and compares it with the row. Read at one instant (`db.consistent`).
 * @param names which tables; all of them by default.
 */
export async function compareRows(
  db: Sql,
  key: Uint8Array,
  names: readonly AnsweredName[] = [...answeredTables.keys()],
): Promise<Finding[]> {
  const shares = Math.max(1, Math.ceil((await countRows(db, names)) / AT_ONCE))
  const findings: Finding[] = []
  for (let share = 0; share < shares; share++) {
    const isMine = (name: string) => shares === 1 || shareOf(name, shares) === share
    const written = await replay(db, key, names, isMine)
    for (const name of names) findings.push(...(await compareTable(db, key, name, written, isMine)))
    for (const [row, { sum, met }] of written) if (sum !== null && !met) findings.push(missing(row))
  }
  return findings
}

/** Rows that buyers see, and the people who may enter: a matter of milliseconds. */
export function compareShown(db: Sql, key: Uint8Array): Promise<Finding[]> {
  return compareRows(
    db,
    key,
    [...answeredTables.keys()].filter((name) => !OF_SALES.includes(name)),
  )
}

async function countRows(db: Sql, names: readonly AnsweredName[]): Promise<number> {
  let count = 0
  for (const name of names) {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
    count += Number(rows[0]?.n)
  }
  return count
}

/** The last image of every row, by its table and key. */
async function replay(
  db: Sql,
  key: Uint8Array,
  names: readonly AnsweredName[],
  isMine: (row: string) => boolean,
): Promise<Map<string, Last>> {
  const written = new Map<string, Last>()
  for await (const line of readLines(db, !names.some((name) => OF_SALES.includes(name)))) {
    const images = imagesIn(line.filas).filter(([name, own]) => names.includes(name) && isMine(`${name} ${own}`))
    // A line without our signature proves nothing.
    if (images.length === 0 || !isSigned(key, line)) continue
    for (const [name, own, image] of images) {
      const row = `${name} ${own}`
      const known = written.get(row)
      const held = holdBack(name, image ?? {}, line.accion, known?.sum == null ? null : known.held)
      written.set(row, { line: line.id, sum: image && sumOf({ ...image, ...held }), held, met: false })
    }
  }
  return written
}

/** Notes rows as they are, even foreign ones; it names those with contradictions (note-rows.ts). */
const AS_THEY_STAND = 'filas anotadas'

/** Columns that few deeds change, as the last of those deeds left them. */
function holdBack(name: AnsweredName, image: Image, deed: string, before: Image | null): Image {
  const held: Image = {}
  for (const [column, deeds] of CHANGES.get(name) ?? []) {
    const isTaken = before === null || deed === AS_THEY_STAND || deeds.includes(deed)
    held[column] = isTaken ? image[column] : before[column]
  }
  return held
}

/** Lines with images in the order of their writing. @param shown only those of no purchase, which have an index of their own. */
async function* readLines(db: Sql, shown: boolean): AsyncGenerator<Selectable<Tables['journal']>> {
  for (let last = 0; ; ) {
    const page = await db
      .selectFrom('journal')
      .selectAll()
      .where('id', '>', last)
      .where('filas', 'is not', null)
      .$if(shown, (lines) => lines.where('compra_id', 'is', null))
      .orderBy('id')
      .limit(PAGE)
      .execute()
    yield* page
    await oneTurn()
    const end = page.at(-1)
    if (!end || page.length < PAGE) return
    last = end.id
  }
}

/** SQLite answers within the turn: a long reading must let others have theirs. */
function oneTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** None of a text that nobody of ours wrote: its line is none of the chain. */
function imagesIn(filas: string | null): RowImage[] {
  try {
    const images = JSON.parse(filas ?? '[]') as RowImage[]
    return Array.isArray(images) ? images.filter(Array.isArray) : []
  } catch {
    return []
  }
}

async function compareTable(
  db: Sql,
  key: Uint8Array,
  name: AnsweredName,
  written: Map<string, Last>,
  isMine: (row: string) => boolean,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for await (const rows of readRows(db, name)) {
    const mine = rows.filter((row) => isMine(`${name} ${row[answered(name).key]}`))
    for (const [fila, image] of await imagesOf(db, key, name, mine)) {
      const last = written.get(`${name} ${fila}`)
      if (!last || last.sum === null) {
        findings.push({ tabla: name, fila, columnas: [], texto: `${name} ${fila}: el diario no conoce esta fila` })
        continue
      }
      last.met = true
      const altered = last.sum === sumOf(image) ? null : await explain(db, name, fila, image, last)
      if (altered) findings.push(altered)
    }
  }
  return findings
}

/** Every row of a table, in pages by its key. */
export async function* readRows(db: Sql, name: AnsweredName): AsyncGenerator<Record<string, unknown>[]> {
  const { key } = answered(name)
  for (let beyond = sql``; ; ) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(name)} ${beyond} order by ${sql.ref(key)} limit ${sql.lit(PAGE)}`.execute(db)
    yield rows
    await oneTurn()
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    beyond = sql`where ${sql.ref(key)} > ${end[key]}`
  }
}

/** Explains how the row differs from the journal; null if a later line will. */
async function explain(
  db: Sql,
  name: AnsweredName,
  fila: string,
  image: Image,
  { line, held }: Last,
): Promise<Finding | null> {
  const { plain, hidden, parts } = answered(name)
  const { filas } = await db.selectFrom('journal').select('filas').where('id', '=', line).executeTakeFirstOrThrow()
  const found = imagesIn(filas).find(([table, key]) => table === name && String(key) === fila)?.[2]
  const said: Image = { ...found, ...held }
  const changed = plain.filter((column) => said[column] !== image[column])
  const told = changed.map((column) => `${column} dice ${show(image[column])} y el diario ${show(said[column])}`)
  if (said[HIDDEN] !== image[HIDDEN]) {
    changed.push(...hidden)
    told.push(`${hidden.join(', ')}: algo de esto no es lo que se anotó en el diario`)
  }
  for (const { table, states } of parts.filter((part) => said[part.table] !== image[part.table])) {
    if (said[table] === undefined && states?.joining === image['estado']) continue
    changed.push(table)
    told.push(`sus filas de ${table} no son las que se anotaron en el diario`)
  }
  if (told.length === 0) return null
  return { tabla: name, fila, columnas: changed, texto: `${name} ${fila}: ${told.join('; ')}` }
}

function missing(row: string): Finding {
  const at = row.indexOf(' ')
  const tabla = row.slice(0, at) as AnsweredName
  return { tabla, fila: row.slice(at + 1), columnas: [], texto: `${row}: falta la fila, y el diario la conoce` }
}

function sumOf(image: Image): string {
  const said = Object.entries(image).filter(([, value]) => value !== undefined)
  return hash('sha256', JSON.stringify(said.sort()), 'base64url').slice(0, 22)
}

function show(value: unknown): string {
  const text = value === undefined || value === '' ? '—' : String(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function shareOf(text: string, shares: number): number {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0
  return (sum >>> 0) % shares
}

const DECIDED: Deed[] = [
  'compra aprobada',
  'compra rechazada',
  'compra rechazada por falsa',
  'compra fuera de la lista',
  'compra anulada',
  'aprobación deshecha',
  'rechazo deshecho',
  'compra corregida',
]
const SET: Deed[] = ['método de pago cambiado', 'método de pago creado']
const NEVER: Deed[] = []

type Column<Name extends AnsweredName> =
  | (typeof ANSWERED)[Name]['plain'][number]
  | ((typeof ANSWERED)[Name] extends { parts: infer Parts } ? keyof Parts & keyof Tables : never)

/**
 * Deeds that change a column or a part of an existing row. Lines of other deeds do not count for it: otherwise a change behind the product's
 * back would be true from the next deed on. The price of a raffle does not change because its sale is paused.
 */
const changes: { [Name in AnsweredName]?: readonly (readonly [deeds: readonly Deed[], ...columns: Column<Name>[]])[] } =
  {
    purchases: [
      [DECIDED, 'estado'],
      [[...DECIDED, 'boletos encontrados'], 'tickets'],
      [['compra corregida', 'datos personales borrados'], 'proofs'],
      [NEVER, 'codigo', 'rifa_id', 'cantidad_tickets', 'total', 'moneda', 'creado_en', 'vendida_por_id'],
      [NEVER, 'metodo_pago', 'metodo_id', 'monto', 'monto_moneda', 'centimos_unicos'],
    ],
    movements: [[NEVER, 'metodo_id', 'sentido', 'centimos', 'moneda']],
    raffles: [
      [['rifa cambiada'], 'precio', 'moneda'],
      [NEVER, 'creada_en'],
    ],
    payment_methods: [
      [SET, 'tipo', 'titulo', 'banco', 'numero_cuenta', 'cedula', 'telefono', 'email', 'nombre'],
      [SET, 'instrucciones', 'moneda', 'precio_por_boleto', 'paginas'],
    ],
    operators: [
      [['rol cambiado'], 'rol'],
      [['acceso quitado', 'acceso devuelto'], 'baja_en'],
      [NEVER, 'creado_en'],
    ],
  }

const CHANGES: ReadonlyMap<string, readonly (readonly [column: string, deeds: readonly string[]])[]> = new Map(
  Object.entries(changes).map(([name, rows]) => [
    name,
    rows.flatMap(([deeds, ...columns]) => columns.map((column) => [column, deeds] as const)),
  ]),
)
