import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { DAY, dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import type { Cell, Column } from '../cell.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Name of a sheet, its head and its rows, as they are written. */
export interface Sheet {
  nombre: string
  head: string
  rows: AsyncGenerator<string>
  /** Nobody reads it any more. */
  close: () => void
}

/** @param nombre 25 letters at most. */
export function sheetOf<Row>(
  nombre: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Sheet {
  const source = pages[Symbol.asyncIterator]()
  return {
    nombre,
    head: sheetHead(columns),
    rows: rowsOf(columns, { [Symbol.asyncIterator]: () => source }),
    close: () => void source.return?.(),
  }
}

/**
 * The rows as a workbook, compressed and sent as they come: nothing waits for the last row (docs/decisions/020-search.md).
 * Rows that do not fit a sheet continue in another one.
 */
export function writeXlsx(...sheets: readonly Sheet[]): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream as unknown as NodeJS.ReadableStream)
  output.once('close', () => {
    for (const { close } of sheets) close()
  })
  void addSheets(zip, sheets).catch((error: unknown) => output.destroy(error as Error))
  return output
}

async function addSheets(zip: ZipFile, sheets: readonly Sheet[]): Promise<void> {
  const names: string[] = []
  for (const { nombre, head, rows } of sheets) {
    let parts = 0
    let next = await rows.next()
    do {
      parts += 1
      const sheet = Readable.from(
        (async function* () {
          let piece = head
          for (let written = 1; !next.done && written < SHEET_ROWS; written++) {
            piece += next.value
            if (piece.length > PIECE) {
              yield piece
              piece = ''
            }
            next = await rows.next()
          }
          yield piece + SHEET_END
        })(),
      )
      names.push(parts === 1 ? nombre : `${nombre} ${parts}`)
      zip.addReadStream(sheet, `xl/worksheets/sheet${names.length}.xml`)
      await once(sheet, 'end')
    } while (!next.done)
  }
  const numbers = names.map((_, index) => index + 1)
  const add = (path: string, content: string) => zip.addBuffer(Buffer.from(XML + content), path)
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${MAIN}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MAIN}.styles+xml"/>` +
      `${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${MAIN}.worksheet+xml"/>`).join('')}</Types>`,
  )
  add(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    'xl/workbook.xml',
    `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"><sheets>` +
      `${names.map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="r${at + 1}"/>`).join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">` +
      `${numbers.map((n) => `<Relationship Id="r${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}` +
      `<Relationship Id="r0" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  )
  zip.addBuffer(Buffer.from(STYLES), 'xl/styles.xml')
  zip.end()
}

/** Letters handed on together. */
const PIECE = 64 * 1024

async function* rowsOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  for await (const page of pages) for (const row of page) yield sheetRow(columns, row)
}

/** Rows of one sheet, the head among them (the format's own limit is 1,048,576). */
const SHEET_ROWS = 1_000_001

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
function sheetHead<Row>(columns: readonly Column<Row>[]): string {
  const widths = columns.map(
    ({ ancho }, index) => `<col min="${index + 1}" max="${index + 1}" width="${ancho}" customWidth="1"/>`,
  )
  const titles = columns.map(({ titulo }) => text(titulo, STYLE.head))
  return `${SHEET_HEAD}<cols>${widths.join('')}</cols><sheetData><row>${titles.join('')}</row>`
}

export function sheetRow<Row>(columns: readonly Column<Row>[], row: Row): string {
  return `<row>${columns.map(({ cell }) => write(cell(row))).join('')}</row>`
}

const SHEET_END = '</sheetData></worksheet>'

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
  return (Date.parse(`${day}T00:00:00Z`) + (at - startOfDay(day))) / DAY + 25_569
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
