import { addDays, type CalendarDate } from '#platform/clock.ts'
import type { Days } from '#reconciliation/server/books/read-accounts.ts'
import type { MonthBooks, Refund } from '#reconciliation/server/books/read-month.ts'
import type { Column } from '../../cell.ts'
import { BOOK_COLUMNS, type BookLine } from './export-books.ts'

type MonthLine = BookLine & { rifa: string }

export const MONTH_COLUMNS: readonly Column<MonthLine>[] = [
  { titulo: 'Rifa', ancho: 28, cell: ({ rifa }) => ({ texto: rifa }) },
  ...BOOK_COLUMNS,
]

export const REFUND_COLUMNS: readonly Column<Refund>[] = [
  { titulo: 'Día', ancho: 12, cell: ({ dia }) => ({ dia }) },
  { titulo: 'Rifa', ancho: 28, cell: ({ rifa }) => ({ texto: rifa }) },
  { titulo: 'Compra', ancho: 12, cell: ({ codigo }) => ({ texto: codigo }) },
  { titulo: 'Cuenta', ancho: 28, cell: ({ cuenta }) => ({ texto: cuenta }) },
  { titulo: 'Moneda', ancho: 9, cell: ({ moneda }) => ({ texto: moneda }) },
  { titulo: 'Monto', ancho: 16, cell: ({ monto }) => ({ monto }) },
]

/** Each method in its own currency: sums at a rate are in a raffle's own books. */
export function monthLines(rifas: MonthBooks['rifas']): MonthLine[] {
  return rifas.map((row) => ({
    rifa: row.rifa,
    nombre: row.titulo,
    moneda: row.moneda,
    cuantas: row,
    sumas: row.propia,
  }))
}

/** @param mes `2026-11` */
export function daysOf(mes: string): Days {
  const desde = `${mes}-01` as CalendarDate
  return { desde, hasta: `${addDays(desde, 31).slice(0, 7)}-01` as CalendarDate }
}
