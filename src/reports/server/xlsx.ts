import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Column } from '../cell.ts'
import { escapeXml, SHEET_END, SHEET_ROWS, STYLES, sheetHead, sheetRow } from './sheet-xml.ts'

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
