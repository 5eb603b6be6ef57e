import type { Ctx } from '#platform/server/context.ts'
import { SCHEMA_LANE, type Sql } from '#platform/server/db/database.ts'
import { SYSTEM } from '../actor.ts'
import { appendEntry } from './append-entry.ts'
import { checkSeals, readRows } from './check-seals.ts'
import { addLine, type Books, sealKeeper, type WrittenRow } from './keep-seals.ts'
import { type Cut, contentOf, isAuthentic, readLines } from './read-seals.ts'
import { rowName, type SealedTables, sealKeys, sealRow } from './row-seal.ts'

/** Rows of one line. */
const AT_ONCE = 500
const LANE = 'libros'
/** What of the findings a line of the journal names. */
const NAMED = 20

export function booksOf(ctx: Pick<Ctx, 'db' | 'keys'>, tables: SealedTables): Books {
  return { keys: sealKeys(ctx.keys), tables, engine: ctx.db.dialect.name }
}

/**
 * From now on every transaction of this process is written into the books. A database that has none, or was written by a
 * version that sealed other columns, is sealed whole first; what did not add up until then is named in the journal, because
 * afterwards the books take it for granted.
 * @returns what did not add up, empty when nothing was sealed anew.
 */
export async function keepBooks(ctx: Pick<Ctx, 'db' | 'keys' | 'clock'>, books: Books): Promise<string[]> {
  const forma = formOf(books.tables)
  const altered = await ctx.db.write(SCHEMA_LANE, async (tx) => {
    await ctx.db.dialect.lockSchema(tx)
    const last = await lastCut(tx, books)
    if (last && JSON.stringify(last.forma) === JSON.stringify(forma)) return []
    const findings = last ? await checkSeals(tx, { ...books, tables: unchanged(books.tables, last, forma) }) : []
    if (await tx.selectFrom('journal').select('id').limit(1).executeTakeFirst()) {
      const named = findings.map(({ tabla, fila }) => `${tabla} ${fila}`)
      await appendEntry(tx, {
        ambito: 'sitio',
        en: ctx.clock.now(),
        actor: SYSTEM,
        accion: 'libros sellados de nuevo',
        datos: { no_cuadraban: named.length, filas: named.slice(0, NAMED) },
      })
    }
    await sealAll(tx, books)
    return findings.map(({ texto }) => texto)
  })
  ctx.db.keepRows(sealKeeper(books))
  return altered
}

/** Every sealed table with its key and columns: another text is another way of sealing. */
function formOf(tables: SealedTables): Cut['forma'] {
  return Object.fromEntries(
    [...tables].map(([table, { key, parts, hidesKey }]) => [table, JSON.stringify([key, parts, hidesKey])]),
  )
}

function unchanged(tables: SealedTables, last: Cut, forma: Cut['forma']): SealedTables {
  return new Map([...tables].filter(([table]) => last.forma[table] === forma[table]))
}

async function lastCut(tx: Sql, books: Books): Promise<Cut | null> {
  let last: Cut | null = null
  for await (const line of readLines(tx, true)) {
    const content = contentOf(line)
    if (!Array.isArray(content) && isAuthentic(books, line)) last = content
  }
  return last
}

/** Takes every row for granted as it is: writes a cut, and the seals of all. */
async function sealAll(tx: Sql, books: Books): Promise<void> {
  const cut: Cut = { forma: formOf(books.tables) }
  await addLine(tx, books, LANE, cut)
  for (const table of books.tables.keys()) await sealTable(tx, books, table)
}

async function sealTable(tx: Sql, books: Books, table: string): Promise<void> {
  const sealed = books.tables.get(table)
  if (!sealed) return
  const rows: WrittenRow[] = []
  for await (const row of readRows(tx, table, sealed)) {
    const name = rowName(books.keys, table, sealed, row)
    for (const { part, columns } of sealed.parts) {
      const values = columns.map((column) => row[column])
      rows.push([table, part, name, sealRow(books.keys, table, part, name, values)])
    }
    if (rows.length >= AT_ONCE) await addLine(tx, books, LANE, rows.splice(0))
  }
  if (rows.length > 0) await addLine(tx, books, LANE, rows)
}
