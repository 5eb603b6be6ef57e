import type { ColumnMap } from '../../../../statement-contract.ts'
import { cellText, type SheetRow } from './sheet.ts'
import { knownCurrency } from './words/currency-words.ts'

/** Whether a comma within an amount has split a row: it has more cells than there are names, or céntimos are in a column without one. */
export function splitOf(rows: readonly SheetRow[], names: readonly string[], { columnas, cabecera }: ColumnMap) {
  const ends = rows.map(({ cells }) => 1 + cells.findLastIndex((cell) => cellText(cell) !== ''))
  const taken = new Set(Object.values(columnas))
  const most = Math.max(...taken) + 1
  const middle = (lengths: readonly number[]) => [...lengths].sort((a, b) => a - b)[lengths.length >> 1] ?? 0
  // Empty names at the end are a column only where most rows have something below them.
  const named = cabecera > 0 ? 1 + names.findLastIndex(Boolean) : middle(ends)
  const width = Math.max(named, Math.min(names.length, middle(ends)), most)
  // Empty cells at the end of all rows are how a bank ends them; at the end of one they show that it was parted.
  const widest = Math.max(width, names.length, middle(rows.map(({ cells }) => cells.length)))
  const amounts = [columnas.monto, columnas.credito, columnas.debito].filter((at) => at !== undefined)
  return ({ cells }: SheetRow): boolean =>
    cells.length > widest ||
    cells.some((cell, at) => at >= width && cellText(cell) !== '') ||
    amounts.some(
      (at) =>
        !taken.has(at + 1) &&
        (!names[at + 1] ||
          cells.some((cell, last) => last >= named && !taken.has(last) && /\d/.test(cellText(cell)))) &&
        /^[-+(]?(\d+(\.\d{3})*,\d\d|\d{1,3},\d{3}(\.\d\d?)?)[-+)]?$/.test(
          `${cellText(cells[at])},${cellText(cells[at + 1])}`,
        ),
    )
}

/**
 * The last row, where the file ends in its amount, which may go on: it has less places than another has, or another sign. One place is
 * whole only where another row has one: a program wrote no zeros.
 */
export function cutRow(
  rows: readonly SheetRow[],
  { monto, credito, debito }: ColumnMap['columnas'],
): SheetRow | undefined {
  const [last, amounts] = [rows.at(-1), [monto, credito, debito]]
  const text = cellText(last?.cells.at(-1))
  if (!last?.open || !amounts.includes(last.cells.length - 1) || !/\d/.test(text)) return
  const texts = rows.slice(0, -1).flatMap(({ cells }) => amounts.map((at) => cellText(cells[at ?? -1])))
  // Its sign for places, but for thousands, a zero for each, and a plus for what is behind them, unless both name a currency.
  const endOf = (one: string) =>
    (/([.,](?!\d{3}\D*$)\d+)?\D*$/.exec(one)?.[0] ?? '')
      .replace(/\d/g, '0')
      .replace(/[^\d.,]\D*$/, (behind) => (/\p{L}/u.test(text) && knownCurrency(behind) !== null ? '' : '+'))
  const [end, others] = [endOf(text), texts.filter((one) => /\d/.test(one)).map(endOf)]
  if (/^[.,]0$/.test(end)) return others.includes(end) && !others.some((one) => one.includes('+')) ? undefined : last
  const isLess = others.some((one) => one.length > end.length) || !others.some((one) => one[0] === end[0])
  return others.length > 0 && isLess ? last : undefined
}
