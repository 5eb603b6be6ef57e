import { MOST_COLUMNS } from '../../../../../statement-map.ts'
import { type Cell, collectRows, FORMULA, NumberCell, type SheetRow, withoutEmptyEnd } from '../sheet.ts'
import { UnreadableFile } from '../unreadable.ts'
import { currencyOfFormat } from '../words/currency-words.ts'
import { parser } from './xlsx.ts'

export const isExcel2003 = (text: string) => /urn:schemas-microsoft-com:office:spreadsheet/.test(text.slice(0, 4_000))

/** The sheets of a workbook that Excel 2003 wrote as XML, which banks call `.xls` too. @throws UnreadableFile */
export function readExcel2003(text: string): SheetRow[][] {
  const sheets: ReturnType<typeof collectRows>[] = []
  let [fila, next, merged] = [0, 0, 0]
  let cells: Cell[] = []
  const currencies = new Map<string, string | null>()
  let style = ''
  let cell = { type: '', value: '', formula: false, moneda: null as string | null }
  let inData = false
  parser(
    (name, attributes) => {
      const said = (wanted: string) =>
        attributes[Object.keys(attributes).find((key) => key.split(':').at(-1) === wanted) ?? ''] ?? ''
      const place = (before: number) => Number(/^[1-9]\d{0,6}$/.exec(said('Index'))?.[0] ?? before)
      if (name === 'Style') style = said('ID')
      else if (name === 'NumberFormat') currencies.set(style, currencyOfFormat(said('Format')))
      else if (name === 'Worksheet') {
        sheets.push(collectRows())
        fila = 0
      } else if (name === 'Row') {
        fila = place(fila + 1)
        cells = []
        next = 1
      } else if (name === 'Cell') {
        next = place(next)
        if (next > MOST_COLUMNS) throw new UnreadableFile('EXTRACTO_MUY_ANCHO')
        merged = Number(/^\d{1,3}$/.exec(said('MergeAcross'))?.[0] ?? 0)
        cell = { type: '', value: '', formula: said('Formula') !== '', moneda: currencies.get(said('StyleID')) ?? null }
      } else if (name === 'Data') {
        cell.type = said('Type')
        inData = true
      }
    },
    (name) => {
      if (name === 'Data') inData = false
      if (name === 'Row' && cells.length > 0) sheets.at(-1)?.add(fila, withoutEmptyEnd(cells))
      if (name !== 'Cell') return
      while (cells.length < next - 1) cells.push('')
      cells[next - 1] = made(cell)
      next += 1 + merged
    },
    (piece) => {
      if (inData) cell.value += piece
    },
  )(text)
  return sheets.map(({ rows }) => rows)
}

function made({
  type,
  value,
  formula,
  moneda,
}: {
  type: string
  value: string
  formula: boolean
  moneda: string | null
}): Cell {
  if (formula) return FORMULA
  // A day has an hour of its own only where one is written.
  if (type === 'DateTime') return value.replace(/T00:00:00(\.0+)?$/, '')
  return type === 'Number' && value !== '' ? new NumberCell(value.trim(), moneda) : value
}
