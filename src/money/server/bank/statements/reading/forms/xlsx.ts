import { SaxesParser } from 'saxes'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { MOST_COLUMNS } from '../../../../../statement-map.ts'
import { type Cell, collectRows, FORMULA, NumberCell, type SheetRow, withoutEmptyEnd } from '../sheet.ts'
import { UnreadableFile } from '../unreadable.ts'
import { currencyOfFormat } from '../words/currency-words.ts'

/** Its sheets in the order of their files, and whether days are counted from 1904, as an old Mac does. */
export interface Workbook {
  sheets: SheetRow[][]
  from1904: boolean
}

/** Reads a workbook's cells: of their styles the currency alone, no formulas, nothing that it refers to. @throws UnreadableFile */
export async function readXlsx(bytes: Buffer): Promise<Workbook> {
  const texts: string[] = []
  const sheets: { name: string; xml: string[] }[] = []
  const currencies: (string | null)[] = []
  let from1904 = false
  let known = false
  await unzip(bytes, (name) => {
    if (name === 'xl/sharedStrings.xml') return sharedTexts(texts)
    if (name === 'xl/styles.xml') return currenciesOfStyles(currencies)
    if (name === 'xl/workbook.xml') {
      known = true
      return parser((tag, { date1904 = '' }) => {
        from1904 ||= tag === 'workbookPr' && /^(1|true)$/.test(date1904)
      })
    }
    if (!/^xl\/worksheets\/[^/]+\.xml$/.test(name)) return null
    const sheet = { name, xml: [] as string[] }
    sheets.push(sheet)
    return (piece) => void sheet.xml.push(piece)
  })
  if (!known) throw new UnreadableFile('EXTRACTO_ZIP')
  sheets.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
  // Its texts and styles may come after the sheets that name them.
  return { sheets: sheets.map(({ xml }) => readSheet(xml, texts, currencies)), from1904 }
}

function readSheet(xml: string[], texts: readonly string[], currencies: readonly (string | null)[]): SheetRow[] {
  const sheet = collectRows()
  let fila = 0
  let cells: Cell[] = []
  let cell = { at: 0, type: '', value: '', formula: false, moneda: null as string | null }
  let inValue = false
  const read = parser(
    (name, { r = '', t = 'n', s = '0' }) => {
      if (name === 'row') {
        fila = /^[1-9]\d{0,6}$/.test(r) ? Number(r) : fila + 1
        cells = []
      } else if (name === 'c') {
        cell = {
          at: columnOf(r, cells.length),
          type: t,
          value: '',
          formula: false,
          moneda: currencies[Number(s)] ?? null,
        }
      } else if (name === 'f') cell.formula = true
      inValue = name === 'v' || name === 't'
    },
    (name) => {
      inValue = false
      if (name === 'c') {
        while (cells.length < cell.at) cells.push('')
        cells[cell.at] = made(cell, texts)
      } else if (name === 'row' && cells.length > 0) sheet.add(fila, withoutEmptyEnd(cells))
    },
    (text) => {
      if (inValue) cell.value += text
    },
  )
  for (const piece of xml) read(piece)
  xml.length = 0
  return sheet.rows
}

function made(
  { type, value, formula, moneda }: { type: string; value: string; formula: boolean; moneda: string | null },
  texts: readonly string[],
): Cell {
  if (formula) return FORMULA
  if (type === 's') return texts[Number(value)] ?? ''
  return type === 'n' && value !== '' ? new NumberCell(value.trim(), moneda) : value
}

/** The currency that cells of each style show, by the place of the style. */
function currenciesOfStyles(currencies: (string | null)[]): (piece: string) => void {
  const formats = new Map<string, string | null>()
  let ofCells = false
  return parser(
    (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') formats.set(numFmtId, currencyOfFormat(formatCode))
      else if (name === 'cellXfs') ofCells = true
      else if (name === 'xf' && ofCells) currencies.push(formats.get(numFmtId) ?? null)
    },
    (name) => {
      ofCells &&= name !== 'cellXfs'
    },
  )
}

/** `C12` is the third column, 2. */
function columnOf(place: string, next: number): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(place)?.[0]
  if (letters === undefined) return next
  const at = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  if (at >= MOST_COLUMNS) throw new UnreadableFile('EXTRACTO_MUY_ANCHO')
  return at
}

/** The texts that cells name by their place; without how to pronounce them. */
function sharedTexts(texts: string[]): (piece: string) => void {
  let text = ''
  let inText = false
  return parser(
    (name) => {
      if (name === 'si') text = ''
      inText = name === 't'
    },
    (name) => {
      inText = false
      if (name === 'si') texts.push(text)
    },
    (said) => {
      if (inText) text += said
    },
  )
}

/** Entities of its own make a bomb: a workbook has none. */
export function parser(
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void,
  onClose: (name: string) => void = () => {},
  onText: (text: string) => void = () => {},
): (piece: string) => void {
  const sax = new SaxesParser()
  sax.on('doctype', () => {
    throw new UnreadableFile('EXTRACTO_COMPRIMIDO')
  })
  sax.on('error', () => {
    throw new UnreadableFile('EXTRACTO_ILEGIBLE')
  })
  sax.on('opentag', ({ name, attributes }) => onOpen(localName(name), attributes as Record<string, string>))
  sax.on('closetag', (tag) => onClose(localName(tag.name)))
  sax.on('text', onText)
  return (piece) => void sax.write(piece)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Limits of an unpacked workbook. Those of banks have twelve entries, and unpack to ten times their size. */
const MOST_ENTRIES = 50
const MOST_BYTES = 64 * 1024 * 1024
const MOST_RATIO = 100
/** Below it a ratio means nothing: a few kilobytes of zeros harm nobody. */
const SMALL = 1024 * 1024

/**
 * The wanted entries of a zip, each as text in pieces. All of them together are bounded before anything is unpacked, by the
 * zip's own figures, and again by the output, which may be more.
 * @param wanted whether an entry of that name is read, and by what.
 * @throws UnreadableFile
 */
async function unzip(bytes: Buffer, wanted: (name: string) => ((piece: string) => void) | null): Promise<void> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: false })
    const readers = await findEntries(zip, bytes.length, wanted)
    let out = 0
    for (const { entry, read } of readers) {
      const decoder = new TextDecoder()
      const stream: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
      for await (const piece of stream) {
        out += piece.length
        refuseLarge(out, bytes.length)
        read(decoder.decode(piece, { stream: true }))
      }
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('EXTRACTO_ILEGIBLE')
  }
}

async function findEntries(zip: ZipFile, length: number, wanted: Parameters<typeof unzip>[1]) {
  if (zip.entryCount > MOST_ENTRIES) throw new UnreadableFile('EXTRACTO_COMPRIMIDO')
  const found: { entry: Entry; read: (piece: string) => void }[] = []
  const size = { packed: 0, unpacked: 0 }
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw new UnreadableFile('EXTRACTO_XLS')
    size.packed += entry.compressedSize
    size.unpacked += entry.uncompressedSize
    refuseLarge(size.unpacked, Math.min(size.packed, length))
    const read = wanted(entry.fileName)
    if (read) found.push({ entry, read })
  }
  return found
}

function refuseLarge(unpacked: number, packed: number): void {
  if (unpacked > MOST_BYTES || (unpacked > SMALL && unpacked > packed * MOST_RATIO))
    throw new UnreadableFile('EXTRACTO_COMPRIMIDO')
}
