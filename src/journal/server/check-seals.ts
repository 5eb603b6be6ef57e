import { sql } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { type Candidates, explainAltered, type Finding, noCandidates } from './explain-altered.ts'
import type { Books } from './keep-seals.ts'
import { contentOf, isAuthentic, oneTurn, readLines } from './read-seals.ts'
import { rowName, type SealedTable, sealRow } from './row-seal.ts'

/** Seals that are compared at once: what they take of the memory. */
const AT_ONCE = 300_000
const PAGE = 500

export interface CheckOptions {
  /** Only the tables that are watched: a matter of milliseconds. */
  watched?: boolean
  /** Where values that the books might mean are looked for; nowhere by default. */
  candidates?: Candidates
}

/** Compares every sealed row with the last that the books say of it. Read at one instant (`db.consistent`). */
export async function checkSeals(db: Sql, books: Books, options: CheckOptions = {}): Promise<Finding[]> {
  const { watched = false, candidates = noCandidates } = options
  const size = await db
    .selectFrom('seals')
    .select((row) => row.fn.sum<number>('cuantas').as('cuantas'))
    .$if(watched, (lines) => lines.where('vigilada', '=', sql.lit(1)))
    .executeTakeFirst()
  const shares = Math.max(1, Math.ceil(Number(size?.cuantas ?? 0) / AT_ONCE))
  const findings: Finding[] = []
  for (let share = 0; share < shares; share++) {
    const mine = (table: string, name: string) => shares === 1 || shareOf(`${table} ${name}`, shares) === share
    const written = await lastWritten(db, books, watched, mine)
    for (const [table, sealed] of books.tables) {
      if (watched && !sealed.watched) continue
      findings.push(...(await compareTable(db, books, { table, sealed, written, mine, candidates })))
    }
    for (const entry of written.values()) if (entry.seal !== null && !entry.met) findings.push(missing(entry))
  }
  return once(findings)
}

interface Written {
  table: string
  name: string
  seal: string | null
  met: boolean
}

type IsMine = (table: string, name: string) => boolean

/** The last seal of every part of every row, since the last cut. */
async function lastWritten(db: Sql, books: Books, watched: boolean, mine: IsMine): Promise<Map<string, Written>> {
  const written = new Map<string, Written>()
  for await (const line of readLines(db, watched)) {
    const content = contentOf(line)
    if (!Array.isArray(content)) {
      if (isAuthentic(books, line)) written.clear()
      continue
    }
    for (const [table, part, name, seal] of content) {
      const sealed = books.tables.get(table)
      if (!sealed || (watched && !sealed.watched)) continue
      if (mine(table, name)) written.set(`${table} ${part} ${name}`, { table, name, seal, met: false })
    }
  }
  return written
}

interface Comparison {
  table: string
  sealed: SealedTable
  written: Map<string, Written>
  mine: IsMine
  candidates: Candidates
}

async function compareTable(db: Sql, books: Books, comparison: Comparison): Promise<Finding[]> {
  const { table, sealed, written, mine, candidates } = comparison
  const findings: Finding[] = []
  for await (const row of readRows(db, table, sealed)) {
    const name = rowName(books.keys, table, sealed, row)
    if (!mine(table, name)) continue
    const fila = sealed.key.map((column) => row[column]).join(' ')
    for (const { part, columns } of sealed.parts) {
      const said = written.get(`${table} ${part} ${name}`)
      if (!said || said.seal === null) {
        findings.push({ tabla: table, fila, columnas: [], texto: `${table} ${fila}: los libros no conocen esta fila` })
        break
      }
      said.met = true
      const values = columns.map((column) => row[column])
      if (sealRow(books.keys, table, part, name, values) === said.seal) continue
      findings.push(
        await explainAltered(books.keys, { table, fila, part, name, columns, row, seal: said.seal }, candidates),
      )
    }
  }
  return findings
}

/** Every row of a table, in the order of its key. */
export async function* readRows(db: Sql, table: string, sealed: SealedTable): AsyncGenerator<Record<string, unknown>> {
  const key = sql.join(sealed.key.map((column) => sql.ref(column)))
  const columns = [...new Set([...sealed.key, ...sealed.parts.flatMap((part) => part.columns)])]
  const wanted = sql.join(columns.map((column) => sql.ref(column)))
  let beyond = sql``
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${wanted} from ${sql.table(table)} ${beyond} order by ${key} limit ${sql.lit(PAGE)}`.execute(db)
    yield* rows
    await oneTurn()
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return
    beyond = sql`where (${key}) > (${sql.join(sealed.key.map((column) => sql.val(end[column])))})`
  }
}

function missing({ table, name }: Written): Finding {
  return { tabla: table, fila: name, columnas: [], texto: `${table} ${name}: falta la fila, y los libros la conocen` }
}

/** A row of several parts is missing or unknown once. */
function once(findings: Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [finding.texto, finding])).values()]
}

function shareOf(text: string, shares: number): number {
  let sum = 0
  for (let index = 0; index < text.length; index++) sum = (Math.imul(sum, 31) + text.charCodeAt(index)) | 0
  return (sum >>> 0) % shares
}
