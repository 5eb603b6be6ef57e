import type { BookAccount, Books, Figures } from '#money/books-contract.ts'
import type { Days } from '#money/server/books/read-accounts.ts'
import type { MonthBooks, Refund } from '#money/server/books/read-month.ts'
import { addDays, type CalendarDate } from '#platform/clock.ts'
import { parseMoney } from '#platform/money.ts'
import { ACCOUNT_NAMES, FIGURE_NAMES } from '../../book-words.ts'
import type { Column } from '../../cell.ts'

/** A line of the file: a method in one of its currencies, or all of them. */
export interface BookLine {
  nombre: string
  /** In which its amounts are. */
  moneda: string
  cuantas: { confirmadas: number; en_revision: number; caidas: number; boletos: number }
  sumas: Figures
}

export const BOOK_COLUMNS: readonly Column<BookLine>[] = [
  { titulo: 'Método', ancho: 28, cell: ({ nombre }) => ({ texto: nombre }) },
  { titulo: 'Moneda', ancho: 28, cell: ({ moneda }) => ({ texto: moneda }) },
  { titulo: 'Confirmadas', ancho: 13, cell: ({ cuantas }) => ({ cuenta: cuantas.confirmadas }) },
  { titulo: 'En revisión', ancho: 12, cell: ({ cuantas }) => ({ cuenta: cuantas.en_revision }) },
  { titulo: 'Rechazadas o anuladas', ancho: 23, cell: ({ cuantas }) => ({ cuenta: cuantas.caidas }) },
  { titulo: 'Boletos', ancho: 10, cell: ({ cuantas }) => ({ cuenta: cuantas.boletos }) },
  ...FIGURE_NAMES.map(
    ([of, titulo]): Column<BookLine> => ({
      titulo,
      ancho: Math.max(16, titulo.length + 2),
      cell: ({ sumas }) => ({ monto: parseMoney(sumas[of]) }),
    }),
  ),
]

/** The accounts next to it, with all of their income, also for other raffles. */
export const ACCOUNT_COLUMNS: readonly Column<BookAccount>[] = [
  { titulo: 'Cuenta', ancho: 28, cell: ({ titulo }) => ({ texto: titulo }) },
  { titulo: 'Moneda', ancho: 16, cell: ({ moneda }) => ({ texto: moneda }) },
  ...ACCOUNT_NAMES.map(
    ([of, titulo]): Column<BookAccount> => ({
      titulo,
      ancho: Math.max(16, titulo.length + 2),
      cell: (account) => ({ monto: parseMoney(account[of]) }),
    }),
  ),
]

/** Each method as it was paid, then each in bolívares and in dollars at the frozen rate, then both totals. */
export function bookLines({ metodos, total }: Books): BookLine[] {
  const both = (['ves', 'usd'] as const).map((currency) => {
    const moneda = `${currency === 'ves' ? 'VES' : 'USD'} a la tasa de cada compra`
    return [
      ...metodos.map((row) => ({ nombre: row.titulo, moneda, cuantas: row, sumas: row[currency] })),
      { nombre: 'Total', moneda, cuantas: total, sumas: total[currency] },
    ]
  })
  const own = metodos.map((row) => ({ nombre: row.titulo, moneda: row.moneda, cuantas: row, sumas: row.propia }))
  return [...own, ...both.flat()]
}

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
