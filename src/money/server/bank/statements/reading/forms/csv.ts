import { parse } from 'csv-parse/sync'
import { type Cell, CUT, collectRows, endsWhole, type SheetRow } from '../sheet.ts'
import { UnreadableFile } from '../unreadable.ts'

const SEPARATORS = [';', '\t', '|', ','] as const
const LONGEST_RECORD = 64 * 1024
/** Lines by which the separator is known. */
const PROBE = 60

/**
 * Rows of a text with a separator that is guessed: the one with which the names of the columns are found best,
 * else the one that makes most columns.
 * @param judge how many names of columns such rows have.
 */
export function readCsv(text: string, judge: (rows: SheetRow[]) => number): SheetRow[] {
  const beginning = text.split('\n', PROBE).join('\n')
  const scores = SEPARATORS.map((separator) => {
    const rows = split(beginning, separator, false)
    const widths = rows.map(({ cells }) => cells.length).sort((a, b) => a - b)
    return { separator, score: judge(rows) * 1000 + (widths[widths.length >> 1] ?? 0) }
  })
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a))
  try {
    const rows = split(text, best.separator, true)
    // A quote that opens in one row and closes in another has swallowed the rows between.
    const swallowed = rows.some(({ cells }) => cells.some((cell) => isSwallowed(cell, best.separator)))
    return withoutCut(text, swallowed ? split(text, best.separator, false) : rows)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    // A quote that does not end is a sign of its text.
    return withoutCut(text, split(text, best.separator, false))
  }
}

const isSwallowed = (cell: Cell, separator: string) =>
  typeof cell === 'string' && (cell.split(/[\r\n]+/, 2)[1] ?? '').includes(separator)

/** A last line without its end that has fewer cells than the one before it was cut; within its last cell it may be. */
function withoutCut(text: string, rows: SheetRow[]): SheetRow[] {
  const [before, last] = rows.slice(-2)
  if (last && !endsWhole(text)) last.open = true
  if (last?.open && before && last.cells.length < before.cells.length) last.cells = [CUT]
  return rows
}

/** @param quotes whether they hold a cell together. */
function split(text: string, delimiter: string, quotes: boolean): SheetRow[] {
  const sheet = collectRows()
  let fila = 0
  parse(text, {
    delimiter,
    quote: quotes ? '"' : false,
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    record_delimiter: ['\r\n', '\n', '\r'],
    on_record: (cells: string[]) => {
      sheet.add(++fila, quotes ? cells : cells.map((cell) => cell.replace(/^\s*"(.*)"\s*$/, '$1')))
      return null
    },
  })
  return sheet.rows
}
