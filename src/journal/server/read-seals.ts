import { sql } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { type Books, lineSeal, type WrittenRow } from './keep-seals.ts'
import type { SealsTable } from './schema.ts'

const PAGE = 500

/** What a line says that is no list of rows: every row was sealed anew after it, and what stands before it is over. */
export interface Cut {
  /** The sealed tables and their columns (seal-again.ts). */
  forma: Record<string, string>
}

export interface Line extends SealsTable {
  /** Seal of the line before it in its chain; null when there is none. */
  previo: string | null
}

/** Lines in the order of their writing. @param watched only those that wrote rows of watched tables. */
export async function* readLines(db: Sql, watched: boolean): AsyncGenerator<Line> {
  for (let last = 0; ; ) {
    const page: Line[] = await db
      .selectFrom('seals')
      .leftJoin('seals as antes', (join) =>
        join
          .onRef('antes.cadena', '=', 'seals.cadena')
          .on('antes.numero', '=', sql<number>`${sql.ref('seals.numero')} - 1`),
      )
      .selectAll('seals')
      .select('antes.sello as previo')
      .where('seals.orden', '>', last)
      .$if(watched, (lines) => lines.where('seals.vigilada', '=', sql.lit(1)))
      .orderBy('seals.orden')
      .limit(PAGE)
      .execute()
    yield* page
    await oneTurn()
    const end = page.at(-1)
    if (!end || page.length < PAGE) return
    last = end.orden
  }
}

/** SQLite answers within the turn: whoever reads all of it lets the others have theirs. */
export function oneTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Whether the line is what was written, after what was written. */
export function isAuthentic(books: Books, line: Line): boolean {
  const first = line.numero === 1
  return (first || line.previo !== null) && line.sello === lineSeal(books.keys, line.previo ?? '', line)
}

/** The rows that a line wrote; its cut; or neither, of a text that nobody of ours wrote. */
export function contentOf(line: Line): WrittenRow[] | Cut {
  try {
    const content = JSON.parse(line.filas) as WrittenRow[] | Cut
    return Array.isArray(content) || content?.forma ? content : []
  } catch {
    return []
  }
}

/** Walks every chain from its beginning to its end; a sentence for each line that does not add up. */
export async function verifySeals(db: Sql, books: Books): Promise<string[]> {
  const problems: string[] = []
  const ends = new Map<string, { numero: number; sello: string }>()
  for await (const line of readLines(db, false)) {
    const before = ends.get(line.cadena)?.numero ?? 0
    if (line.numero !== before + 1)
      problems.push(`libros ${line.cadena}: después de la línea ${before} viene la ${line.numero}`)
    else if (!isAuthentic(books, line)) problems.push(`libros ${line.cadena}: la línea ${line.numero} fue cambiada`)
    ends.set(line.cadena, { numero: line.numero, sello: line.sello })
  }
  for (const head of await db.selectFrom('seal_heads').selectAll().execute()) {
    const end = ends.get(head.cadena)
    ends.delete(head.cadena)
    if (end?.numero !== head.numero || end?.sello !== head.sello)
      problems.push(`libros ${head.cadena}: su final dice ${head.numero} líneas y hay ${end?.numero ?? 0}`)
  }
  for (const cadena of ends.keys()) problems.push(`libros ${cadena}: falta el final de la cadena`)
  return problems
}

/** The end of a chain as it is told to people: `file:1234:3kVq…`. */
export interface BooksHead {
  cadena: string
  numero: number
  sello: string
}

export function listHeads(db: Sql): Promise<BooksHead[]> {
  return db.selectFrom('seal_heads').selectAll().orderBy('cadena').execute()
}

/** Characters of a seal that are enough to compare by eye and too many to find another one. */
export const SHORT_SEAL = 12

/**
 * Compares the books with what somebody wrote down of them, `cadena:numero:sello`.
 * @returns a sentence when they do not go on from there.
 */
export async function compareHead(db: Sql, told: string): Promise<string | null> {
  const [, cadena, numero, sello] = /^(.+):(\d+):([\w-]+)$/.exec(told.trim()) ?? []
  if (cadena === undefined || sello === undefined || sello.length < SHORT_SEAL)
    return `No entiendo «${told}»: se escribe cadena:número:sello, como en el correo.`
  const line = await db
    .selectFrom('seals')
    .select('sello')
    .where('cadena', '=', cadena)
    .where('numero', '=', Number(numero))
    .executeTakeFirst()
  if (!line) return `libros ${cadena}: el correo conoce la línea ${numero}, y aquí no está: los libros fueron cortados`
  return line.sello.startsWith(sello)
    ? null
    : `libros ${cadena}: la línea ${numero} no es la del correo: los libros fueron escritos de nuevo`
}
