import type { ColumnMap } from '../../../statement-contract.ts'
import type { ReadQuestion } from './answer.ts'
import { shown } from './cell-values.ts'
import { isHeader, plainName } from './find-columns.ts'
import { ownAmong, plainAccount } from './own-account.ts'
import { cellText, type SheetRow } from './sheet.ts'
import { isOwnCurrency, knownCurrency } from './words/currency-words.ts'
import { plainWord } from './words/plain-word.ts'
import { mayHaveLeft, saysSide, sideOfTitle } from './words/side-words.ts'
import { isUndone } from './words/state-words.ts'

/** A title is no sentence. */
const MOST_WORDS = 8
export const ACCOUNT = /(?<![\d*])0\d{3}(?:[ -]?[\d*Xx•]){16}(?![\d*])/g

/** A line above the names with an amount, or that begins as balances and sums do: it says nothing of the rows. */
const SUMMARY = /^(saldos?|balance|total(es)?|sub ?total(es)?|disponible)\b|\d[.,]\d\d(?![\d./-])|\W0$/

/** What a line between the rows says of all those below it, until another one does. */
export interface Section {
  /** That they left the account, in the line's own words. */
  left: string | null
  /** Whether it says that they came in. */
  came: boolean
  /** That they may have left, as a title above the names says: of rows that say nothing of it, a person is asked. */
  doubt: string | null
  /** Why they are no money of this account. */
  apart: string | null
  /** The row with other names of columns. */
  otherTable: number | null
}

/** Which currencies lines name: one that says which the file is in is a code, a sign or a name. */
export function currenciesIn(texts: readonly string[]): string[] {
  const words = texts.flatMap((text) => text.split(/[\s:;,()]+/))
  return [...new Set(words.map(knownCurrency).filter((code) => code !== null))]
}

/**
 * The section of each row that is in one: titles such as «Cargos», «Movimientos pendientes» or another account part a file in pieces, and so
 * do other names of columns.
 * @param rows all of the file. @param names of its columns, as plainName makes them.
 */
export function sectionsOf(
  rows: readonly SheetRow[],
  names: readonly string[],
  { cabecera, columnas }: ColumnMap,
  question: Pick<ReadQuestion, 'tipo' | 'moneda' | 'cuentas' | 'banco'>,
): (row: SheetRow) => Section {
  const amounts = [columnas.monto, columnas.credito, columnas.debito].filter((at) => at !== undefined)
  const isTitle = ({ fila, cells }: SheetRow, said: readonly string[]) =>
    said.join(' ').split(' ').length <= MOST_WORDS &&
    /[a-z]{3}/i.test(said[0] ?? '') &&
    (fila < cabecera ||
      // With what its rows come to.
      (saysSide(said[0] ?? '') !== null && !/\d/.test(cellText(cells[columnas.fecha ?? -1]))) ||
      amounts.every((at) => cellText(cells[at]) === ''))
  const titles = rows.flatMap((row) => {
    const filled = row.cells.filter((cell) => cell !== '')
    if (filled.length === 0 || filled.length > (row.fila < cabecera ? 2 : 3)) return []
    const said = filled.map(cellText).filter(Boolean)
    return isTitle(row, said) ? [{ row, text: said.join(' ') }] : []
  })
  const mayBeHeader = ({ fila, cells }: SheetRow) =>
    fila > cabecera && !/\d/.test(cellText(cells[columnas.fecha ?? -1]))
  const accountIn = (text: string) => text.match(ACCOUNT)?.map(plainAccount) ?? []
  const own = ownAmong(new Set(titles.flatMap(({ text }) => accountIn(text))), question)
  const texts = new Map(titles.map(({ row, text }) => [row, text]))
  const sections = new Map<SheetRow, Section>()
  let section: Section = { left: null, came: false, doubt: null, apart: null, otherTable: null }
  for (const row of rows) {
    const text = texts.get(row)
    if (text !== undefined) section = { ...section, ...(row.fila < cabecera ? saidAbove(text) : saidBy(text)) }
    else if (mayBeHeader(row) && isHeader(row)) {
      const same = row.cells.every((cell, at) => plainName(cellText(cell)) === (names[at] ?? ''))
      section = { ...section, otherTable: same ? null : row.fila }
    }
    sections.set(row, section)
  }
  return (row) => sections.get(row) ?? section

  /** Above the names only a title that is nothing else gives rows a side. */
  function saidAbove(text: string): Partial<Section> {
    const side = sideOfTitle(text)
    if (SUMMARY.test(plainWord(text))) return {}
    if (side === 'debito') return { left: text, came: false, apart: null }
    return notOurs(text) ?? (side === 'credito' ? { came: true } : {})
  }

  function saidBy(text: string): Partial<Section> {
    const side = saysSide(text)
    if (side === 'debito') return { left: text, came: false, apart: null }
    const said = notOurs(text)
    if (said !== null) return said
    const [account] = accountIn(text)
    if (account !== undefined) return { left: null, apart: own.has(account) ? null : `Otra cuenta, ${account}` }
    const foreign = currenciesIn([text]).find((code) => !isOwnCurrency(code, question))
    if (foreign !== undefined) return { left: null, apart: `Otra moneda, ${foreign}` }
    if (side === 'credito') return { left: null, came: true, doubt: null, apart: null }
    return /confirmad|posted|completad|moneda|bolivar/.test(plainWord(text)) ? { left: null, apart: null } : {}
  }

  /** What a line says of rows that may be no money that came in. */
  function notOurs(text: string): Partial<Section> | null {
    if (isUndone(text)) return { apart: `Bajo «${shown(text)}»` }
    if (question.moneda === 'VES' && /\b(divisas?|moneda extranjera|custodia)\b/.test(plainWord(text)))
      return { apart: `Otra cuenta, «${shown(text)}»` }
    return saysSide(text) === 'debito' || mayHaveLeft(text) ? { doubt: text, came: false } : null
  }
}
