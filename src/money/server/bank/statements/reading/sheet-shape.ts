import { HEADER_ROWS } from '../../../../statement-map.ts'
import { readMoment } from './cell-values.ts'
import { type Cell, cellText, NumberCell, type SheetRow } from './sheet.ts'

/** Begins the key of a file without names of columns: no name of a column has it. */
const MARK = '#'

/** An amount with its céntimos, and how cells of headings begin or end. */
const AMOUNT = /^\D{0,5}\d[\d.,'’ ]*[.,]\d\d\D{0,5}$/
const LABEL = /:$|^(saldo|total|balance|fecha|desde|hasta|periodo|tasa)/i

type Kind = '' | 'fecha' | 'cifras' | 'texto'

/**
 * Number of columns of a file, and the contents of each: by this a person's map of a file without column names is found
 * again.
 */
export function shapePrint(rows: readonly SheetRow[]): string {
  const first = rows.slice(0, HEADER_ROWS)
  const width = Math.max(0, ...first.map(({ cells }) => cells.length))
  const whole = first.filter(({ cells }) => cells.length === width)
  const kinds = Array.from({ length: width }, (_, at) => kindOf(whole.map(({ cells }) => cells[at])))
  return MARK + kinds.join('|')
}

/** Whether both are of one form. An empty column in one of them, as that of charges may be, is no difference. */
export function isOneShape(one: string, other: string): boolean {
  if (!one.startsWith(MARK) || !other.startsWith(MARK)) return false
  const [a, b] = [one, other].map((print) => print.slice(MARK.length).split('|'))
  if (a === undefined || b === undefined || a.length !== b.length) return false
  return a.every((kind, at) => kind === b[at] || kind === '' || b[at] === '')
}

/** Whether a row whose columns have no names says a day and an amount, as movements do, and is no line of a heading. */
export function looksLikeMovement(cells: readonly Cell[]): boolean {
  const texts = cells.map(cellText)
  const days = texts.map((text, at) => isDay(text) || (cells[at] instanceof NumberCell && /^4\d{4}(\.|$)/.test(text)))
  const isAmount = (text: string, at: number) => !days[at] && (cells[at] instanceof NumberCell || AMOUNT.test(text))
  return days.includes(true) && texts.some(isAmount) && !texts.some((text) => LABEL.test(text))
}
function kindOf(cells: readonly (Cell | undefined)[]): Kind {
  const kinds = new Set(cells.filter((cell) => cellText(cell) !== '').map(kindOfCell))
  const [kind = ''] = kinds
  return kinds.size > 1 ? 'texto' : kind
}

function kindOfCell(cell: Cell | undefined): Kind {
  const text = cellText(cell)
  if (cell instanceof NumberCell || /^[-+(]?[\d.,']+[-+)]?$/.test(text)) return isDay(text) ? 'fecha' : 'cifras'
  return isDay(text) ? 'fecha' : 'texto'
}

/** With something between its three parts: eight digits may be a reference, and `111.26` is an amount. */
export function isDay(text: string): boolean {
  if (!/^\d{1,4}[-/. ].*[-/. ]\d/.test(text)) return false
  return (['dma', 'mda'] as const).some((form) => {
    try {
      return Boolean(readMoment(text, undefined, form, false))
    } catch {
      return false
    }
  })
}
