import { sql } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { alteredValues, type SealKeys, sealRow } from './row-seal.ts'

/** A row that is not what the books say of it: it was written behind the product's back. */
export interface Finding {
  tabla: string
  /** The values of its key. */
  fila: string
  /** Columns that say something else; empty when the whole row is missing, or is one that nobody wrote. */
  columnas: string[]
  /** For the operator, with the values. */
  texto: string
}

/** A part of a row whose seal is another. */
export interface AlteredPart {
  table: string
  fila: string
  part: string
  name: string
  columns: readonly string[]
  row: Record<string, unknown>
  seal: string
}

/** Values that a column of that row may have had. */
export type Candidates = (altered: AlteredPart, column: string) => Promise<unknown[]>

export const noCandidates: Candidates = async () => []

/**
 * Says which columns are not what was sealed, and what the books say of them where a value is found that the seal proves: the
 * books keep no text, only seals, so that a person can be forgotten.
 */
export async function explainAltered(keys: SealKeys, altered: AlteredPart, candidates: Candidates): Promise<Finding> {
  const { table, fila, columns, row } = altered
  const values = columns.map((column) => row[column])
  const places = alteredValues(keys, altered.seal, values)
  const told: string[] = []
  for (const place of places) {
    const column = columns[place] as string
    const known = await provenValue(keys, altered, values, place, await candidates(altered, column))
    told.push(`${column} dice ${show(row[column])} y los libros ${known === undefined ? 'otra cosa' : show(known)}`)
  }
  const texto = `${table} ${fila}: ${told.join('; ') || 'no es lo que dicen los libros'}`
  return { tabla: table, fila, columnas: places.map((place) => columns[place] as string), texto }
}

/** The candidate whose mark fits, and with it the whole seal when it is the only column that was changed. */
async function provenValue(
  keys: SealKeys,
  { table, part, name, seal }: AlteredPart,
  values: unknown[],
  place: number,
  candidates: unknown[],
): Promise<unknown> {
  const alone = alteredValues(keys, seal, values).length === 1
  return candidates.find((candidate) => {
    const tried = values.with(place, candidate)
    return alone ? sealRow(keys, table, part, name, tried) === seal : !alteredValues(keys, seal, tried).includes(place)
  })
}

function show(value: unknown): string {
  const text = value === null || value === '' ? '—' : String(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const OTHER_ROWS = 2_000
const LINES = 500

/** What the column says in other rows, what the journal says of the same thing, and what is often there. */
export function findCandidates(db: Sql): Candidates {
  return async ({ table, row }, column) => {
    const others = await sql<{ valor: unknown }>`
      select distinct ${sql.ref(column)} as valor from ${sql.table(table)} limit ${sql.lit(OTHER_ROWS)}`.execute(db)
    const compra = table === 'purchases' ? row['id'] : row['compra_id']
    const lines = await db
      .selectFrom('journal')
      .select('datos')
      .$if(typeof compra === 'number', (query) => query.where('compra_id', '=', compra as number))
      .orderBy('id', 'desc')
      .limit(LINES)
      .execute()
    return [
      ...others.rows.map(({ valor }) => valor),
      ...lines.flatMap(({ datos }) => leavesOf(datos)),
      ...[null, '', 0, 1, '[]', 'A,B', 'A', 'B'],
    ]
  }
}

function leavesOf(text: string): unknown[] {
  try {
    return leaves(JSON.parse(text))
  } catch {
    return []
  }
}

function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value]
}
