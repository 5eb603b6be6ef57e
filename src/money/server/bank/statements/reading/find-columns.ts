import { fold } from '#platform/plain-letters.ts'
import type { ColumnMap } from '../../../../statement-contract.ts'
import { HEADER_ROWS, STATEMENT_FIELDS, type StatementField } from '../../../../statement-map.ts'
import type { ReadQuestion } from './answer.ts'
import { BANK_FORMATS, type BankFormat } from './formats.ts'
import { cellText, type SheetRow } from './sheet.ts'
import { isOneShape, shapePrint } from './sheet-shape.ts'
import { ALIASES } from './words/column-names.ts'
import { sideOf } from './words/side-words.ts'

/** A name of a column as names are compared: `Nº. Doc.` is `n doc`, `Débito (Bs.)` and `Monto (D)` are `debito`. */
export function plainName(name: string): string {
  const [, amount = '', side = ''] = /^([^(]*?)\s*(\([^)]*\)|[-+])\s*$/.exec(name) ?? []
  if (side !== '' && ALIASES.monto.includes(plainName(amount)))
    return sideOf(side.replace(/[()]/g, '')) ?? plainName(amount)
  return fold(name.replace(/\([^)]*\)/g, ' '))
    .replace(/º|°|#/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/ (bs|ves|bolivares|en bs|usd)$/, '')
}

export interface Columns {
  mapa: ColumnMap
  mapa_de: 'banco' | 'propio' | 'nombres' | 'persona'
  /** The bank, where the names tell it. */
  formato: BankFormat | null
}

/** Row of the names, counted from 0, and the meaning of each column by the words that banks use. */
interface Header {
  at: number
  names: string[]
  found: Partial<Record<StatementField, number>>
}

/** How many names of columns rows have, where they are enough to read movements. */
export function judgeRows(rows: readonly SheetRow[]): number {
  const header = findHeader(rows)
  return header === null ? 0 : Object.keys(header.found).length
}

/** Whether a row names columns as the first row of a table does. */
export const isHeader = ({ cells }: SheetRow) => isEnough(byAliases(cells.map((cell) => plainName(cellText(cell)))))

/** The row among the first that names a day and an amount, with the most names. */
function findHeader(rows: readonly SheetRow[]): Header | null {
  let best: Header | null = null
  for (const [at, { cells }] of rows.slice(0, HEADER_ROWS).entries()) {
    const names = cells.map((cell) => plainName(cellText(cell)))
    const found = byAliases(names)
    if (!isEnough(found)) continue
    if (!best || Object.keys(found).length > Object.keys(best.found).length) best = { at, names, found }
  }
  return best
}

export function isEnough({ fecha, monto, credito, debito }: Partial<Record<StatementField, number>>): boolean {
  return fecha !== undefined && (monto ?? credito ?? debito) !== undefined
}

/** Names of a number that is surely no person's document. */
const OF_OPERATION = /^(?=.*\b(n|no|nro|num|numero|id)\b).*\b(ref|referencia|operacion|transaccion)$/

function byAliases(names: readonly string[]): Partial<Record<StatementField, number>> {
  const found: Partial<Record<StatementField, number>> = {}
  const taken = new Set<number>()
  for (const field of STATEMENT_FIELDS) {
    const name = ALIASES[field].find((alias) => names.some((one, at) => one === alias && !taken.has(at)))
    if (name === undefined) continue
    const at = names.findIndex((one, index) => one === name && !taken.has(index))
    found[field] = at
    taken.add(at)
  }
  // A repeated name is the same thing again, but for a reference: a payment may have one of its bank and one of the payer's.
  const again = names.findIndex(
    (one, at) =>
      found.referencia !== undefined && !taken.has(at) && (one === names[found.referencia] || OF_OPERATION.test(one)),
  )
  if (again !== -1 && found.referencia_otra === undefined) found.referencia_otra = again
  // Of two amounts of one name nobody knows which is meant.
  const twice = found.monto !== undefined && names.indexOf(names[found.monto] ?? '', found.monto + 1) !== -1
  if (found.credito !== undefined || found.debito !== undefined || twice) delete found.monto
  return found
}

/** The names of the columns in one text, by which the map that a person made of them is found again. */
export function headerPrint(row: SheetRow): string {
  return row.cells
    .map((cell) => plainName(cellText(cell)))
    .join('|')
    .slice(0, 2_000)
}

/** Meaning of each column: a person's choice, else that for an earlier such file, else the bank's format, else the names. */
export function findColumns(rows: readonly SheetRow[], { mapa, propios, banco }: ReadQuestion): Columns | null {
  if (mapa) return { mapa, mapa_de: 'persona', formato: null }
  for (const row of rows.slice(0, HEADER_ROWS)) {
    const own = propios.find(({ huella }) => huella !== '' && huella === headerPrint(row))
    if (own) return { mapa: { ...own.mapa, cabecera: row.fila }, mapa_de: 'propio', formato: null }
  }
  const header = findHeader(rows)
  if (!header) {
    const shape = shapePrint(rows)
    const own = propios.find(({ huella }) => isOneShape(huella, shape))
    return own ? { mapa: own.mapa, mapa_de: 'propio', formato: null } : null
  }
  const cabecera = rows[header.at]?.fila ?? 0
  const formato = findFormat(header.names, banco)
  const columnas = { ...header.found, ...(formato ? byNames(formato, header.names) : {}) }
  const others = rows
    .slice(header.at + 1)
    .map(({ cells }) => cellText(cells[columnas.referencia_otra ?? -1]))
    .filter(Boolean)
  // A number that many rows have is of a lot, and of no payment.
  if (new Set(others).size < others.length * 0.9) delete columnas.referencia_otra
  return {
    mapa: { cabecera, columnas, montos: 'auto', fechas: 'auto' },
    mapa_de: formato ? 'banco' : 'nombres',
    formato,
  }
}

/** The bank's own with the most columns. Names that several banks use tell nothing about an account elsewhere. */
function findFormat(names: readonly string[], banco: string): BankFormat | null {
  const fits = BANK_FORMATS.filter(({ columnas }) => Object.values(columnas).every((name) => names.includes(name)))
  const own = fits.filter((format) => format.banco === banco)
  const those = own.length > 0 ? own : fits.filter((format) => DISTINCT.has(format.id))
  return those.sort((a, b) => Object.keys(b.columnas).length - Object.keys(a.columnas).length)[0] ?? null
}

/** Formats with names that no other bank uses. */
const DISTINCT = new Set(['mercantil', 'provincial', 'banesco-dos-columnas'])

function byNames({ columnas }: BankFormat, names: readonly string[]): Partial<Record<StatementField, number>> {
  return Object.fromEntries(Object.entries(columnas).map(([field, name]) => [field, names.indexOf(name)]))
}
