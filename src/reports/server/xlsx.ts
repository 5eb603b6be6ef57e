import { once } from 'node:events'
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Column } from '../cell.ts'
import { escapeXml, SHEET_END, SHEET_ROWS, STYLES, sheetHead, sheetRow } from './sheet-xml.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/**
 * The rows as a workbook, compressed and sent as they come: nothing waits for the last row (docs/decisions/024-exports.md).
 * What does not fit a sheet goes on in another one.
 * @param nombre of the sheet, 25 letters at most.
 */
export function writeXlsx<Row>(
  nombre: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): Readable {
  const zip = new ZipFile()
  const output = new Readable().wrap(zip.outputStream as unknown as NodeJS.ReadableStream)
  const source = pages[Symbol.asyncIterator]()
  const rows = rowsOf({ [Symbol.asyncIterator]: () => source })
  output.once('close', () => void source.return?.())
  void addSheets(zip, nombre, columns, rows).catch((error: unknown) => output.destroy(error as Error))
  return output
}

async function addSheets<Row>(
  zip: ZipFile,
  nombre: string,
  columns: readonly Column<Row>[],
  rows: AsyncGenerator<Row>,
): Promise<void> {
  let sheets = 0
  let next = await rows.next()
  do {
    sheets += 1
    const sheet = Readable.from(
      (async function* () {
        let piece = sheetHead(columns)
        for (let written = 1; !next.done && written < SHEET_ROWS; written++) {
          piece += sheetRow(columns, next.value)
          if (piece.length > PIECE) {
            yield piece
            piece = ''
          }
          next = await rows.next()
        }
        yield piece + SHEET_END
      })(),
    )
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`)
    await once(sheet, 'end')
  } while (!next.done)
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1)
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
      `${numbers.map((n) => `<sheet name="${escapeXml(n === 1 ? nombre : `${nombre} ${n}`)}" sheetId="${n}" r:id="r${n}"/>`).join('')}</sheets></workbook>`,
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

/** Letters that are handed on at once. */
const PIECE = 64 * 1024

async function* rowsOf<Row>(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<Row> {
  for await (const page of pages) yield* page
}
