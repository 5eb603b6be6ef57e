import { dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import type { Cell, Column } from '../cell.ts'

/** Spreadsheets set to Spanish read `;` as the separator and, with this mark in front, the text as UTF-8. */
const MARK = '\ufeff'
const END = '\r\n'
/**
 * Beginnings that a spreadsheet takes for a formula, also after blanks and in full width, `＝`
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
const FORMULA = /^\s*[=+\-@|%]|^[\t\r\n]/

/** Beginning of a cell if the file is opened with another separator than ours. */
const INNER_CELL = /([;,|\t\r\n][\s;,|"']*)([^\s;,|"'])/g

/** The rows as CSV, piece by piece as they come. */
export async function* writeCsv<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield MARK + columns.map(({ titulo }) => quote(titulo)).join(';') + END
  for await (const page of pages) {
    yield page.map((row) => columns.map(({ cell }) => write(cell(row))).join(';') + END).join('')
  }
}

function write(cell: Cell): string {
  if ('texto' in cell) return quote(withoutFormulas(cell.texto))
  if ('cuenta' in cell) return String(cell.cuenta)
  if ('monto' in cell) return cell.monto === null ? '' : cell.monto.replace('.', ',')
  if ('dia' in cell) return writeDay(cell.dia)
  return writeMoment(cell.momento)
}

/** The text with an apostrophe before all that a spreadsheet would reckon. */
function withoutFormulas(text: string): string {
  const isFormula = (part: string) => FORMULA.test(part.normalize('NFKC'))
  const inner = text.replace(INNER_CELL, (whole, before: string, first: string) =>
    isFormula(first) ? `${before}'${first}` : whole,
  )
  return isFormula(text) ? `'${inner}` : inner
}

/** `20/11/2026` */
function writeDay(day: string): string {
  return day.split('-').reverse().join('/')
}

/** `20/11/2026 22:41` in Caracas. */
function writeMoment(at: Instant): string {
  const day = dayInCaracas(at)
  const time = new Date(at - startOfDay(day)).toISOString().slice(11, 16)
  return `${writeDay(day)} ${time}`
}

function quote(text: string): string {
  return /[;"\r\n,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
