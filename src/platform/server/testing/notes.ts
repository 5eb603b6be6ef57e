import type { Kysely } from 'kysely'
import type { Sql } from '../db/database.ts'
import { creatingTables, primary, table, text } from '../db/table.ts'

/** A schema of one table, for tests of the database itself: a second insert of a text fails. */
export const notes = creatingTables('0001-notas', [table('notas', { texto: primary(text()) })])

export const notesOf = (sql: Sql) => sql as unknown as Kysely<{ notas: { texto: string } }>

export const addNote = (tx: Sql, texto: string) => notesOf(tx).insertInto('notas').values({ texto }).execute()

export async function readNotes(sql: Sql): Promise<string[]> {
  const rows = await notesOf(sql).selectFrom('notas').select('texto').orderBy('texto').execute()
  return rows.map(({ texto }) => texto)
}
