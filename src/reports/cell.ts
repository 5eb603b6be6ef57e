import type { CalendarDate, Instant } from '#platform/clock.ts'
import type { Money } from '#platform/money.ts'

/** Content of an export's cell: each format writes it as that kind of thing. */
export type Cell =
  /** Kept letter by letter: names, and texts that look like a number and are none (cédula, phone, reference, ticket). */
  { texto: string } | { cuenta: number } | { monto: Money | null } | { dia: CalendarDate } | { momento: Instant }

export interface Column<Row> {
  titulo: string
  /** Width in letters. */
  ancho: number
  cell(row: Row): Cell
}
