import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { RowNames } from '../answered-tables.ts'
import { appendEntry } from '../append-entry.ts'
import { TESTER } from './actors.ts'

/** Notes in the journal the rows that a test wrote without the product, as a deed of the product does. */
export function noteWritten(tx: Sql, rows: RowNames): Promise<void> {
  return appendEntry(tx, {
    ambito: 'sitio',
    en: 0 as Instant,
    actor: TESTER,
    accion: 'filas anotadas',
    datos: {},
    rows,
  })
}
