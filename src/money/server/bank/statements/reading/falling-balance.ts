import type { ColumnMap } from '../../../../statement-contract.ts'
import { readAmount } from './amount.ts'
import { UnreadableCell } from './cell-values.ts'
import { plainName } from './find-columns.ts'
import type { SheetRow } from './sheet.ts'
import { ALIASES } from './words/column-names.ts'

/** Whether a balance falls by the amount of its row, whichever way the file goes: then not all of it came in. */
export function balanceFalls(
  names: readonly string[],
  rows: readonly SheetRow[],
  { columnas, montos }: ColumnMap,
): boolean {
  const at = [columnas.monto ?? columnas.credito, names.findIndex((name) => ALIASES.saldo.includes(plainName(name)))]
  const read = rows.flatMap(({ cells }) => {
    try {
      const [amount, balance] = at.map((column = -1) => readAmount(cells[column], montos))
      return amount && balance ? [[amount.centimos, balance.centimos * (balance.side === 'debito' ? -1 : 1)]] : []
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error
      return []
    }
  }) as [number, number][]
  // Rows of one price rise and fall alike, whichever way the file goes: not both.
  const ways = new Set<number>()
  return read.some(([amount, balance], place) => {
    const [next, after] = read[place + 1] ?? [amount, balance]
    if (amount === next && Math.abs(after - balance) === amount) ways.add(after - balance)
    return ways.size > 1 || (amount !== next && (balance - after === next || after - balance === amount))
  })
}
