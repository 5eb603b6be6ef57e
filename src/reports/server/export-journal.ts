import type { JournalLine, JournalQuery } from '#journal/contract.ts'
import { readJournal } from '#journal/server/read-journal.ts'
import { tellActor, tellDeed, tellFields } from '#journal/tell-deed.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Column } from '../cell.ts'
import { pagesOf } from './pages.ts'

/** The columns of the file, in its order: the words of the screen, and each line's changes in one cell. */
export const JOURNAL_COLUMNS: readonly Column<JournalLine>[] = [
  { titulo: 'Cuándo', ancho: 17, cell: (line) => ({ momento: Date.parse(line.en) as Instant }) },
  { titulo: 'Quién', ancho: 24, cell: (line) => ({ texto: tellActor(line.actor) }) },
  { titulo: 'Qué hizo', ancho: 44, cell: (line) => ({ texto: tellDeed(line) }) },
  { titulo: 'Rifa', ancho: 8, cell: (line) => ({ texto: line.rifa_id === null ? '' : String(line.rifa_id) }) },
  { titulo: 'Cambios', ancho: 80, cell: (line) => ({ texto: tellFields(line).map(tellField).join('; ') }) },
  { titulo: 'Línea', ancho: 10, cell: (line) => ({ texto: String(line.id) }) },
]

function tellField({ nombre, antes, ahora, cambio }: ReturnType<typeof tellFields>[number]): string {
  return cambio && antes !== null ? `${nombre}: ${antes} → ${ahora}` : `${nombre}: ${ahora}`
}

/** The lines that the screen shows with these filters, page by page, newest first. */
export function exportJournal(sql: Sql, query: JournalQuery): AsyncGenerator<JournalLine[]> {
  return pagesOf('', async (despues) => {
    const { lineas, siguiente } = await readJournal(sql, { ...query, ...(despues && { despues }) })
    return { rows: lineas, next: siguiente }
  })
}
