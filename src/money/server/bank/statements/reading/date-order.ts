import type { DateForm } from '../../../../statement-map.ts'
import { dateText, figuresOf } from './cell-values.ts'
import { type Cell, cellText, NumberCell } from './sheet.ts'

/**
 * In which order a file writes day and month: one for all of its rows, decided by those with only one possible order.
 * @param asked a person's choice, or the answer for an earlier such file.
 * @param usual of a file in which no row tells; null where nobody here can know.
 * @param hoy today: no row is of a later day.
 * @returns null where rows contradict each other or the choice, and where it matters and nothing tells.
 */
export function dateOrder(
  cells: readonly (Cell | undefined)[],
  asked: DateForm,
  usual: 'dma' | null,
  hoy: string,
): 'dma' | 'mda' | null {
  const order = { dma: false, mda: false, either: false }
  const later = { dma: false, mda: false }
  let serials = false
  for (const cell of cells) {
    serials ||= cell instanceof NumberCell && /^\d{5}(\.|$)/.test(cell.raw)
    const [date] = dateText(cellText(cell))
    const figures = /^20\d\d[-/.]?(0\d|1[0-2])[-/.]?\d\d$/.test(date) ? null : figuresOf(date)
    if (figures === null) continue
    const [first, second, year] = figures
    if (Number(first) > 12 !== Number(second) > 12) order[Number(first) > 12 ? 'dma' : 'mda'] = true
    if (Number(first) > 12 || Number(second) > 12 || Number(first) === Number(second)) continue
    order.either = true
    const [a, b] = [first.padStart(2, '0'), second.padStart(2, '0')]
    later.dma ||= `${year.padStart(4, '20')}-${b}-${a}` > hoy
    later.mda ||= `${year.padStart(4, '20')}-${a}-${b}` > hoy
  }
  // A spreadsheet makes days of those that its own order can read, and leaves the others as they are.
  if (serials && (order.dma || order.mda || order.either)) return null
  if (order.dma && order.mda) return null
  const said = order.dma ? 'dma' : order.mda ? 'mda' : null
  if (asked !== 'auto') return said === null || said === asked ? asked : null
  if (said !== null || !order.either) return said ?? 'dma'
  return later.dma && !later.mda ? null : usual
}
