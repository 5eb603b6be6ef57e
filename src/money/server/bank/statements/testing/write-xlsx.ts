import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A cell of a workbook that is written: text, a number with its stored and its shown form, or a formula with its result. */
export type WrittenCell = string | { n: string; formato?: string } | { f: string; v: string }

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** `C` of 2. */
export function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26)
}

/** Entries of a zip as they are, for files that want to do harm too. */
export async function zipOf(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** A workbook with one sheet, its texts shared as Excel does it. */
export function writeXlsx(rows: readonly (readonly WrittenCell[])[], { from1904 = false } = {}): Promise<Buffer> {
  const texts = new Map<string, number>()
  const formats = ['General']
  const cell = (value: WrittenCell, place: string) => {
    if (typeof value === 'string') {
      if (value === '') return ''
      if (!texts.has(value)) texts.set(value, texts.size)
      return `<c r="${place}" t="s"><v>${texts.get(value)}</v></c>`
    }
    if ('f' in value) return `<c r="${place}"><f>${escaped(value.f)}</f><v>${value.v}</v></c>`
    const { n, formato } = value
    if (formato === undefined) return `<c r="${place}"><v>${n}</v></c>`
    if (!formats.includes(formato)) formats.push(formato)
    return `<c r="${place}" s="${formats.indexOf(formato)}"><v>${n}</v></c>`
  }
  const body = rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((one, column) => cell(one, `${columnName(column)}${at + 1}`)).join('')}</row>`,
    )
    .join('')
  const space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${space}><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets><sheet name="Hoja1" sheetId="1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${space}><sheetData>${body}</sheetData></worksheet>`,
    'xl/styles.xml': `<styleSheet ${space}><numFmts>${formats.map((one, at) => `<numFmt numFmtId="${at + 164}" formatCode="${escaped(one)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${formats.map((_, at) => `<xf numFmtId="${at + 164}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${space}>${[...texts.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
  })
}
