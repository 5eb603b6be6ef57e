import { type RawBuilder, sql } from 'kysely'
import type { Dialect, RowChange, RowKeeper, Sql } from '#platform/server/db/database.ts'
import { prepared } from '#platform/server/db/prepared.ts'
import { rowName, type SealedTables, type SealKeys, seal, sealRow } from './row-seal.ts'
import type { SealsTable } from './schema.ts'

/** A row that a transaction wrote: table, part, name of the row, seal; no seal when the row is gone. */
export type WrittenRow = [table: string, part: string, name: string, seal: string | null]

/** The books of an installation: what is sealed, with what, and on which engine. */
export interface Books {
  keys: SealKeys
  tables: SealedTables
  engine: Dialect['name']
}

/** Writes the seals of every row that a transaction wrote into the books, as the last thing of that transaction. */
export function sealKeeper(books: Books): RowKeeper {
  return { tables: books.tables, keep: (tx, lane, changes) => addLine(tx, books, lane, sealChanges(books, changes)) }
}

function sealChanges({ keys, tables }: Books, changes: RowChange[]): WrittenRow[] {
  const rows = new Map<string, WrittenRow>()
  for (const { table, parts, row, gone } of changes) {
    const sealed = tables.get(table)
    if (!sealed) continue
    const name = rowName(keys, table, sealed, row)
    for (const { part, columns } of parts) {
      const values = columns.map((column) => row[column])
      const written: WrittenRow = [table, part, name, gone ? null : sealRow(keys, table, part, name, values)]
      rows.set(`${table} ${part} ${name}`, written)
    }
  }
  return [...rows.values()]
}

/**
 * Adds a line to the chain of a lane. It holds the end of the chain until the commit.
 * @param content what it says: rows, or a cut (seal-again.ts).
 */
export async function addLine(tx: Sql, books: Books, cadena: string, content: WrittenRow[] | object): Promise<void> {
  const { numero, sello: previous, orden } = await nextPlace(tx, books, cadena)
  const line = {
    orden,
    cadena,
    numero,
    filas: JSON.stringify(content),
    cuantas: Array.isArray(content) ? content.length : 0,
    vigilada: isWatched(content, books.tables) ? 1 : 0,
  }
  const sello = lineSeal(books.keys, previous, line)
  await Promise.all([insertLine(tx, { ...line, sello }), moveHead(tx, { cadena, sello })])
}

/** Whether a line says something of a watched table. A cut does. */
function isWatched(content: WrittenRow[] | object, tables: SealedTables): boolean {
  return Array.isArray(content) ? content.some(([table]: WrittenRow) => tables.get(table)?.watched) : true
}

/** Covers the line and, by the seal of the line before it, all that came before. */
export function lineSeal(keys: SealKeys, previous: string, line: Omit<SealsTable, 'sello'>): string {
  return seal(keys.lines, [previous, line.orden, line.cadena, line.numero, line.filas, line.cuantas, line.vigilada])
}

interface Place {
  numero: number
  sello: string
  orden: number
}

/** Counts the chain up, which locks it, and asks for the line's place among those of all chains. */
async function nextPlace(tx: Sql, { engine }: Books, cadena: string): Promise<Place> {
  const countUp = COUNT_UP[engine]
  const [place] = await countUp(tx, { cadena })
  if (place) return place
  await tx
    .insertInto('seal_heads')
    .values({ cadena, numero: 0, sello: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await countUp(tx, { cadena }))[0] as Place
}

/** Who writes on SQLite has the whole file, so that the next number needs no counter of its own. */
const COUNT_UP = {
  sqlite: countingUp(sql`coalesce((select max(orden) from seals), 0) + 1`),
  postgres: countingUp(sql`nextval('seals_orden')`),
}

function countingUp(next: RawBuilder<unknown>) {
  return prepared<{ cadena: string }>({ cadena: true })((tx, { cadena }) =>
    tx
      .updateTable('seal_heads')
      .set((row) => ({ numero: row('numero', '+', 1) }))
      .where('cadena', '=', cadena)
      .returning(['numero', 'sello', next.$castTo<number>().as('orden')]),
  )
}

const insertLine = prepared<SealsTable>({
  orden: true,
  cadena: true,
  numero: true,
  filas: true,
  cuantas: true,
  vigilada: true,
  sello: true,
})((tx, line) => tx.insertInto('seals').values(line))

const moveHead = prepared<{ cadena: string; sello: string }>({ cadena: true, sello: true })((tx, { cadena, sello }) =>
  tx.updateTable('seal_heads').set({ sello }).where('cadena', '=', cadena),
)
