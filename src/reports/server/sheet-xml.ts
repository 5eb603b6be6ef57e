import { dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import type { Cell, Column } from '../cell.ts'

/** Rows of one sheet, the head among them (the format's own limit is 1,048,576). */
export const SHEET_ROWS = 1_000_001

const SHEET_HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** A cell with more makes the spreadsheet offer to repair the file. */
const CELL_LETTERS = 32_767

/** Positions in `cellXfs` of `STYLES`. */
const STYLE = { head: 1, texto: 2, cuenta: 3, monto: 4, dia: 5, momento: 6 } as const

/** `quotePrefix` keeps a text a text when somebody edits its cell: no formula can start there. */
export const STYLES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="1" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '</styleSheet>'

/** Beginning of a sheet before its first row: the widths, the line that stays in sight, and the head. */
export function sheetHead<Row>(columns: readonly Column<Row>[]): string {
  const widths = columns.map(
    ({ ancho }, index) => `<col min="${index + 1}" max="${index + 1}" width="${ancho}" customWidth="1"/>`,
  )
  const titles = columns.map(({ titulo }) => text(titulo, STYLE.head))
  return `${SHEET_HEAD}<cols>${widths.join('')}</cols><sheetData><row>${titles.join('')}</row>`
}

export function sheetRow<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `<row>${columns.map(({ cell }) => write(cell(row))).join('')}</row>`
}

export const SHEET_END = '</sheetData></worksheet>'

function write(cell: Cell): string {
  if ('texto' in cell) return text(cell.texto, STYLE.texto)
  if ('cuenta' in cell) return number(String(cell.cuenta), STYLE.cuenta)
  if ('monto' in cell) return cell.monto === null ? '<c/>' : number(cell.monto, STYLE.monto)
  if ('dia' in cell) return number(String(serial(startOfDay(cell.dia))), STYLE.dia)
  return number(serial(cell.momento).toFixed(6), STYLE.momento)
}

function number(value: string, style: number): string {
  return `<c s="${style}"><v>${value}</v></c>`
}

function text(value: string, style: number): string {
  const whole = value.length <= CELL_LETTERS ? value : `${value.slice(0, CELL_LETTERS - 1)}…`
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(whole)}</t></is></c>`
}

/** Days since the last one of 1899, as a spreadsheet counts them, in the time of Caracas. */
function serial(at: Instant): number {
  const day = dayInCaracas(at)
  return (Date.parse(`${day}T00:00:00Z`) + (at - startOfDay(day))) / 86_400_000 + 25_569
}

/** XML 1.0 has no room for control characters and half pairs; `_x0041_` is how the format itself writes a letter. */
export function escapeXml(value: string): string {
  return value
    .toWellFormed()
    .replace(/_(?=x[\dA-F]{4}_)/gi, '_x005F_')
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
