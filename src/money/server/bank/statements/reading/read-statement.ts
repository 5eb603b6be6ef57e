import type { ColumnMap } from '../../../../statement-contract.ts'
import { HEADER_ROWS } from '../../../../statement-map.ts'
import type { ReadHead, ReadQuestion } from './answer.ts'
import { decodeText, refuseEndless } from './decode-text.ts'
import { type Columns, findColumns, headerPrint, isEnough, judgeRows } from './find-columns.ts'
import { OWN_FORMATS } from './formats.ts'
import { isAeb43, readAeb43 } from './forms/aeb43.ts'
import { readCsv } from './forms/csv.ts'
import { isExcel2003, readExcel2003 } from './forms/excel-2003.ts'
import { isFixedWidth, readFixedWidth } from './forms/fixed-width.ts'
import { readHtmlTable } from './forms/html-table.ts'
import { readMt940 } from './forms/mt940.ts'
import { readOfx } from './forms/ofx.ts'
import { readQif } from './forms/qif.ts'
import { readXlsx } from './forms/xlsx.ts'
import { plainAccount } from './own-account.ts'
import { type ReadRows, readRows } from './read-rows.ts'
import { ACCOUNT } from './sections.ts'
import { cellText, type Sheet, type SheetRow } from './sheet.ts'
import { looksLikeMovement, shapePrint } from './sheet-shape.ts'
import { UnreadableFile } from './unreadable.ts'

type OpenSheet = Sheet & { from1904?: boolean; others?: number }

/** A bank's statement as movements, in any form. @throws UnreadableFile for other files. */
export async function readStatement(
  bytes: Buffer,
  question: ReadQuestion,
): Promise<{ head: ReadHead } & Pick<ReadRows, 'filas' | 'deshechas'>> {
  const sheet = await openSheet(bytes)
  if (sheet.rows.every(({ cells }) => cells.every((cell) => cellText(cell) === '')))
    throw new UnreadableFile('EXTRACTO_VACIO')
  const own = sheet.formato in OWN_FORMATS ? OWN_FORMATS[sheet.formato as keyof typeof OWN_FORMATS] : null
  const columns = findColumns(sheet.rows, own ? { ...question, mapa: null, propios: [] } : question)
  const { fechas = 'auto', palabras } = question.mapa ?? {}
  if (own && columns) columns.mapa = { ...columns.mapa, fechas, palabras }
  const usable = columns && isEnough(columns.mapa.columnas) ? columns : null
  const header = sheet.rows.find(({ fila }) => fila === usable?.mapa.cabecera)
  const names = header?.cells.map(cellText) ?? []
  const banco = question.banco || own?.banco || columns?.formato?.banco || ''
  const read = usable ? readRows(sheet.rows, usable.mapa, { ...question, banco }, sheet.from1904 ?? false) : null
  const head: ReadHead = {
    formato: own ? { id: sheet.formato, titulo: own.titulo } : titled(columns),
    cuentas: accountsOf(sheet, read?.mapa ?? null),
    mapa: read?.mapa ?? columns?.mapa ?? null,
    mapa_de: own ? 'formato' : (columns?.mapa_de ?? 'nadie'),
    huella: own ? '' : header ? headerPrint(header) : shapePrint(sheet.rows),
    columnas: own ? [] : shortTexts(header ?? widest(sheet.rows)),
    muestra: own ? [] : sheet.rows.slice(0, HEADER_ROWS).map((row) => ({ fila: row.fila, celdas: shortTexts(row) })),
    rechazados: read?.rechazados ?? 0,
    omitidos: read?.omitidos ?? 0,
    rechazadas: read?.rechazadas ?? [],
    omitidas: read?.omitidas ?? [],
    preguntas: read?.preguntas ?? [],
    recordadas: read?.recordadas ?? [],
    avisos: [
      ...(sheet.others ? ['El libro trae otra hoja con movimientos, y no se leyó: súbela en un archivo aparte.'] : []),
      ...(read ? warnings(read, own?.banco ?? columns?.formato?.banco ?? '', question.banco) : []),
    ],
    ajeno:
      read !== null &&
      looksForeign(names, sheet.rows, read.mapa, own?.banco ?? columns?.formato?.banco ?? '', question),
  }
  return { head, filas: read?.filas ?? [], deshechas: read?.deshechas ?? [] }
}

async function openSheet(bytes: Buffer): Promise<OpenSheet> {
  const magic = bytes.toString('latin1', 0, 8)
  if (magic.startsWith('PK\x03\x04')) return openWorkbook(bytes)
  if (magic.startsWith('\xd0\xcf\x11\xe0')) throw new UnreadableFile('EXTRACTO_XLS')
  if (magic.startsWith('%PDF')) throw new UnreadableFile('EXTRACTO_PDF')
  if (PICTURES.some((sign) => magic.startsWith(sign)) || magic.endsWith('ftyp'))
    throw new UnreadableFile('EXTRACTO_IMAGEN')
  const text = decodeText(bytes)
  const sheet = { cuentas: [] }
  const begin = text.slice(0, 20_000)
  if (isExcel2003(begin)) return { ...sheet, formato: 'xml', ...bestSheet(readExcel2003(text)) }
  if (/<OFX>/i.test(begin)) return { ...sheet, formato: 'ofx', ...readOfx(text) }
  if (/<(table|html|tr)[\s>]/i.test(begin))
    return { ...sheet, formato: 'html', rows: requireTable(readHtmlTable(text)) }
  if (/^\s*(<[?!a-z]|[[{][[{\s]*["}\]])/i.test(begin)) throw new UnreadableFile('EXTRACTO_DATOS')
  refuseEndless(text)
  if (/^\s*!(Tipo|Type):/i.test(begin)) return { ...sheet, formato: 'qif', rows: readQif(text) }
  if (/^:(20|25|60F):/m.test(begin) && /^:61:/m.test(text)) return { ...sheet, formato: 'mt940', ...readMt940(text) }
  if (isAeb43(text)) return { ...sheet, formato: 'aeb43', ...readAeb43(text) }
  if (isFixedWidth(text)) return { ...sheet, formato: 'bdv', ...readFixedWidth(text) }
  return { ...sheet, formato: 'csv', rows: readCsv(text, judgeRows) }
}

/** Beginnings of pictures: PNG, JPEG, GIF, WebP and TIFF. Those of iPhones, and videos, say `ftyp` behind. */
const PICTURES = ['\x89PNG', '\xff\xd8\xff', 'GIF8', 'RIFF', 'II*\0', 'MM\0*']

/** @throws UnreadableFile where no row has three cells or is a movement, as in a page of a session that ended. */
function requireTable(rows: SheetRow[]): SheetRow[] {
  const isTable = ({ cells }: SheetRow) => cells.filter((cell) => cellText(cell) !== '').length > 2
  if (rows.some((row) => isTable(row) || looksLikeMovement(row.cells))) return rows
  throw new UnreadableFile('EXTRACTO_PAGINA')
}

async function openWorkbook(bytes: Buffer): Promise<OpenSheet> {
  const { sheets, from1904 } = await readXlsx(bytes)
  return { formato: 'xlsx', ...bestSheet(sheets), cuentas: [], from1904 }
}

/** Of several sheets the one that names most columns, and how many others name some. */
function bestSheet(sheets: readonly SheetRow[][]): { rows: SheetRow[]; others: number } {
  const rows = sheets.reduce<SheetRow[]>((best, one) => (best[0] && judgeRows(one) <= judgeRows(best) ? best : one), [])
  const goesOn = (one: SheetRow[]) => judgeRows(one) > 0 || one.some(({ cells }) => looksLikeMovement(cells))
  return { rows, others: sheets.filter((one) => one !== rows && goesOn(one)).length }
}

function titled(columns: Columns | null): ReadHead['formato'] {
  if (columns?.formato) return { id: columns.formato.id, titulo: columns.formato.titulo }
  if (columns?.mapa_de === 'propio') return { id: 'propio', titulo: 'Tus columnas de la otra vez' }
  if (columns?.mapa_de === 'persona') return { id: 'persona', titulo: 'Tus columnas' }
  return columns ? { id: 'nombres', titulo: 'Columnas por sus nombres' } : { id: 'ninguno', titulo: 'Sin reconocer' }
}

/**
 * Accounts that the file calls its own: those of its format's place, else of its column for them. Else the numbers of twenty digits above
 * the names of the columns, some of which may be stars.
 */
function accountsOf({ cuentas, rows }: Sheet, mapa: ColumnMap | null): string[] {
  if (cuentas.length > 0) return cuentas.slice(0, 20).map((account) => account.slice(0, 40))
  const { cabecera = 0, columnas: { cuenta = -1 } = {} } = mapa ?? {}
  const named = rows.flatMap(({ fila, cells }) => (fila > cabecera ? plainAccount(cellText(cells[cuenta])) : []))
  const above = rows.filter(({ fila }) => fila < cabecera).flatMap(({ cells }) => cells.map(cellText))
  const found = above.flatMap((text) => text.match(ACCOUNT) ?? []).map(plainAccount)
  return [...new Set([...named, ...found])]
    .filter(Boolean)
    .map((account) => account.slice(0, 40))
    .slice(0, 20)
}

const shortTexts = (row: SheetRow) => row.cells.map((cell) => cellText(cell).slice(0, 80))

/** Where there are no names, as many columns as the widest row has, without one. */
function widest(rows: readonly SheetRow[]): SheetRow {
  const width = Math.max(0, ...rows.slice(0, HEADER_ROWS).map(({ cells }) => cells.length))
  return { fila: 0, cells: Array<string>(width).fill('') }
}

/** Whether its names are of another bank, or its names and amounts of another currency than the account's: then a person says whose it is. */
function looksForeign(
  names: readonly string[],
  rows: readonly SheetRow[],
  { cabecera, columnas }: ColumnMap,
  ofBank: string,
  { banco, moneda }: ReadQuestion,
): boolean {
  if (ofBank !== banco && ofBank !== '') return true
  const date = names[columnas.fecha ?? -1] ?? ''
  if (columnas.moneda !== undefined || moneda === 'COP') return false
  if (moneda === 'VES') return /date|time/i.test(date)
  const amounts = [columnas.monto, columnas.credito, columnas.debito].filter((at) => at !== undefined)
  const below = rows.filter(({ fila }) => fila > cabecera)
  const texts = below.flatMap(({ cells }) => amounts.map((at) => cellText(cells[at]))).join('\n')
  return !/us|\$/i.test(texts) && (/^(f|d[ií]a)/i.test(date) || /,\d\d$/m.test(texts))
}

function warnings(
  { filas, sinReferencia: lost, apartadas, soloEntradas }: ReadRows,
  ofBank: string,
  bank: string,
): string[] {
  const said: string[] = []
  if (apartadas.size > 0) {
    const all = [...apartadas.values()].reduce((sum, count) => sum + count, 0)
    const told = [...apartadas].map(([why, count]) => `${why.charAt(0).toLowerCase()}${why.slice(1)} (${count})`)
    said.push(
      `${all === 1 ? 'Una fila queda aparte y no cuenta' : `${all} filas quedan aparte y no cuentan`}: ${told.slice(0, 5).join('; ')}${told.length > 5 ? '…' : '.'}`,
    )
  }
  if (soloEntradas.length > 1)
    said.push(
      `Ninguna fila salió: ${soloEntradas.map((word) => `«${word.slice(0, 30)}»`).join(' y ')} se leen como dinero que entró.`,
    )
  if (lost.length > 0) {
    const rows = lost.slice(0, 5).join(', ') + (lost.length > 5 ? '…' : '')
    said.push(
      `${lost.length === 1 ? 'Una referencia perdió' : `${lost.length} referencias perdieron`} sus números porque el archivo las guardó como cantidad (fila ${rows}). Quedan vacías: descarga el extracto en CSV o TXT para tenerlas.`,
    )
  }
  const came = filas.filter(({ sentido }) => sentido === 'credito')
  if (came.length > 1 && lost.length === 0 && came.every(({ referencia }) => referencia === ''))
    said.push('No se leyó ninguna referencia. Si el archivo las trae, elige su columna en Columnas antes de importar.')
  if (ofBank !== '' && bank !== '' && ofBank !== bank)
    said.push('Este formato es de otro banco que el de la cuenta. Mira que sea el extracto correcto.')
  return said
}
