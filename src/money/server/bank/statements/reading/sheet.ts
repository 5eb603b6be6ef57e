import { MOST_COLUMNS } from '../../../../statement-map.ts'
import { UnreadableFile } from './unreadable.ts'

/** A number of a workbook, as the file writes it: `33571.18`, `45962`, and `1.2E+11` of a reference that lost its end. */
export class NumberCell {
  readonly raw: string
  /** The currency that the workbook shows with it; null without one. */
  readonly moneda: string | null
  constructor(raw: string, moneda: string | null = null) {
    this.raw = raw
    this.moneda = moneda
  }
}
/** A cell that a workbook calculates when it is opened, and that anybody can have written. */
export const FORMULA: unique symbol = Symbol('formula')

/** Where a file ends in the middle of a row: the rest of it may have another amount, or show money that left as money that came in. */
export const CUT: unique symbol = Symbol('cut')

/** Of a workbook numbers and formulas are told apart; everything else is text. */
export type Cell = string | NumberCell | typeof FORMULA | typeof CUT

export interface SheetRow {
  /** Its place in the file, from 1. */
  fila: number
  cells: Cell[]
  /** Whether its line has no end: its last cell may go on. */
  open?: boolean
}

/** Every reader's result for a file: rows and columns. */
export interface Sheet {
  formato: 'csv' | 'xlsx' | 'html' | 'xml' | 'ofx' | 'qif' | 'mt940' | 'bdv' | 'aeb43'
  rows: SheetRow[]
  /** Accounts that the file names as its own where its format has a place for it. */
  cuentas: string[]
}

/** More rows than a shop has payments in a year. */
const MOST_ROWS = 150_000
/** Of a cell's text. */
const LONGEST = 500

/** Collects the rows of a sheet, as far as one may be large. */
export function collectRows() {
  const rows: SheetRow[] = []
  return {
    rows,
    /** @throws UnreadableFile */
    add(fila: number, cells: Cell[]): void {
      if (cells.length > MOST_COLUMNS) throw new UnreadableFile('EXTRACTO_MUY_ANCHO')
      if (rows.length >= MOST_ROWS) throw new UnreadableFile('EXTRACTO_MUY_LARGO')
      rows.push({ fila, cells })
    },
  }
}

/** Rows with their account in the last cell, which tells nothing where the file is of one. */
export function ofAccounts(rows: SheetRow[], accounts: readonly string[]): SheetRow[] {
  if (new Set(accounts).size > 1) return rows
  return rows.map(({ fila, cells }) => ({ fila, cells: cells.length > 1 ? cells.slice(0, -1) : cells }))
}

/** A row of a workbook; its last cells may have a colour and no value. */
export function withoutEmptyEnd(cells: Cell[]): Cell[] {
  return cells.slice(0, 1 + cells.findLastIndex((cell) => cell !== ''))
}

/** Whether the last line of a text has its end. */
export const endsWhole = (text: string) => /[\r\n]\s*$/.test(text.slice(-100))

/** Signs that show nothing. A hyphen for the end of a line is none of them: old programs write it for a minus. */
const HIDDEN = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u3164\ufeff]/g

/** Text of a cell for a person, without the apostrophe or the `="…"` that spreadsheets put around numbers that are text. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (cell === FORMULA) return '(fórmula)'
  if (cell === CUT) return '(cortado)'
  if (cell instanceof NumberCell) return cell.raw
  const text = cell.slice(0, LONGEST).replace(HIDDEN, '').replace(/\s+/g, ' ').trim()
  return text.replace(/^'/, '').replace(/^="(.*)"$/, '$1')
}
