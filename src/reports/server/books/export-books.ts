import { parseMoney } from '#platform/money.ts'
import type { Books, Figures } from '#reconciliation/books-contract.ts'
import type { Column } from '../../cell.ts'

/** A line of the file: a method in one of its currencies, or all of them. */
export interface BookLine {
  nombre: string
  /** In which its amounts are. */
  moneda: string
  cuantas: { confirmadas: number; en_revision: number; caidas: number; boletos: number }
  sumas: Figures
  /** Null where they are of an account and not of a currency. */
  comisiones: string | null
}

const SUMS: readonly [titulo: string, of: keyof Figures][] = [
  ['Vendido', 'vendido'],
  ['Confirmado', 'confirmado'],
  ['Por verificar', 'por_verificar'],
  ['Recibido', 'recibido'],
  ['Falta cobrar', 'debe'],
  ['Por devolver', 'devolver'],
]

export const BOOK_COLUMNS: readonly Column<BookLine>[] = [
  { titulo: 'Método', ancho: 28, cell: ({ nombre }) => ({ texto: nombre }) },
  { titulo: 'Moneda', ancho: 16, cell: ({ moneda }) => ({ texto: moneda }) },
  { titulo: 'Confirmadas', ancho: 12, cell: ({ cuantas }) => ({ cuenta: cuantas.confirmadas }) },
  { titulo: 'En revisión', ancho: 12, cell: ({ cuantas }) => ({ cuenta: cuantas.en_revision }) },
  { titulo: 'Rechazadas o anuladas', ancho: 20, cell: ({ cuantas }) => ({ cuenta: cuantas.caidas }) },
  { titulo: 'Boletos', ancho: 10, cell: ({ cuantas }) => ({ cuenta: cuantas.boletos }) },
  ...SUMS.map(
    ([titulo, of]): Column<BookLine> => ({
      titulo,
      ancho: 16,
      cell: ({ sumas }) => ({ monto: parseMoney(sumas[of]) }),
    }),
  ),
  { titulo: 'Comisiones', ancho: 14, cell: ({ comisiones }) => ({ monto: parseMoney(comisiones ?? '') }) },
]

/** Each method as it was paid, then each in bolívares and in dollars at the frozen rate, then both totals. */
export function bookLines({ metodos, total }: Books): BookLine[] {
  const both = (['ves', 'usd'] as const).map((currency) => {
    const moneda = `${currency === 'ves' ? 'VES' : 'USD'} a la tasa de cada compra`
    return [
      ...metodos.map((row) => ({ nombre: row.titulo, moneda, cuantas: row, sumas: row[currency], comisiones: null })),
      { nombre: 'Total', moneda, cuantas: total, sumas: total[currency], comisiones: null },
    ]
  })
  const own = metodos.map((row) => ({
    nombre: row.titulo,
    moneda: row.moneda,
    cuantas: row,
    sumas: row.propia,
    comisiones: row.comisiones,
  }))
  return [...own, ...both.flat()]
}
