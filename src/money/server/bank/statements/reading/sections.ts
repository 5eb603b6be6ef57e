import type { ColumnMap } from '../../../../statement-contract.ts'
import type { ReadQuestion } from './answer.ts'
import { shown } from './cell-values.ts'
import { isHeader, plainName } from './find-columns.ts'
import { ownAmong, plainAccount } from './own-account.ts'
import { cellText, type SheetRow } from './sheet.ts'
import { isDay } from './sheet-shape.ts'
import { isOwnCurrency, knownCurrency } from './words/currency-words.ts'
import { plainWord } from './words/plain-word.ts'
import { isEitherCredit, mayHaveLeft, saysSide, sideOfTitle } from './words/side-words.ts'
import { isUndone, saysUndone } from './words/state-words.ts'
import { ACCOUNT_NAME, isOrdinary } from './words/title-words.ts'

/** A title is no sentence: of a longer one a side is not believed, only what is no money of the account, or may not be. */
const MOST_WORDS = 8
const LONGEST = 16
const AMOUNT = /^\D*(?!\d{11})\d[\d.,'’ ]*\D*$/
/** Who wrote a report, and that it is of what was done, is nothing that left. */
const OF_REPORT =
  /\b((emitid|realizad)o:? *(por\b|el\b|en\b|:|\d)|(movimientos|operaciones|transacciones|consultas?) realizad[oa]s?\b)/
/** Another product of the same customer. Above the names it may be a part of the account's own name. */
const PRODUCT =
  /\b(sobregiros?|fideicomisos?|tarjetas?|linea de credito|prestamos?|plazo fijo|depositos? a (plazo|termino)|inversion(es)?)\b/
export const ACCOUNT = /(?<![\d*])0\d{3}(?:[ -]?[\d*Xx•]){16}(?![\d*])/g

/** A line above the names with an amount, or that begins as balances and sums do: it says nothing of the rows. */
const SUMMARY = /^(total(es)?|sub ?total(es)?|disponible)\b|\d[.,]\d\d(?![\d./-])|\W0$/

/** What a line between the rows says of all those below it, until another one does. */
export interface Section {
  /** That they left the account, in the line's own words. */
  left: string | null
  /** Whether it marks them as money in. */
  came: boolean
  /** That they may have left, by a title above the names: for rows without a word about it, a person is asked. */
  doubt: string | null
  /** Why they are no money of this account. */
  apart: string | null
  /** Its words, where they may say that: a person is asked. Else empty. */
  unknown: string
  /** The row with other names of columns. */
  otherTable: number | null
}

/** The account itself. */
const OWN: Partial<Section> = { left: null, apart: null, unknown: '' }

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
  const dayOf = ({ cells }: SheetRow) => cellText(cells[columnas.fecha ?? -1])
  const isDated = (row: SheetRow) => isDay(dayOf(row)) || /^\d+(\.\d+)?$/.test(dayOf(row))
  const start = cabecera || (rows.find(isDated)?.fila ?? 0)
  let below = false
  const titles = rows.flatMap((row) => {
    const texts = row.cells.map(cellText)
    const [first = '', ...others] = texts.filter(Boolean)
    // A description that goes on below its row says nothing of the rows, but for a bank's words without any of a payer's.
    const goesOn = below && others.length === 0 && texts.indexOf(first) === columnas.descripcion && texts[0] === ''
    below = (row.fila >= start && isDated(row)) || goesOn
    const isPayers = sideOfTitle(first) !== 'debito' && !saysUndone(first)
    if (goesOn && isPayers && /[a-z]{3}/.test(plainWord(first).replace(PRODUCT, ''))) return []
    if (row.fila === cabecera || !/[a-z]{3}/i.test(first) || isHeader(row)) return []
    const text = [first, ...others].join(' ')
    const words = text.split(' ').length
    const long = words > MOST_WORDS || others.length > 2
    const sums = [columnas.monto, columnas.credito, columnas.debito].map((at) => texts[at ?? -1] ?? '')
    // Below the names a long one begins in the first column: others go on with what a row says.
    const isLong = texts[0] === first && words <= LONGEST && !/^\d/.test(dayOf(row))
    const bare = row.fila > start && !isDated(row)
    const isNamed = [PRODUCT, ACCOUNT_NAME].some((one) => one.test(plainWord(first)))
    const isShort = sums.every((sum) => sum === '') || (saysSide(first) !== null && !/\d/.test(dayOf(row)))
    const isTitle =
      (bare && isNamed && texts[0] === first) || (long ? isLong && !sums.some((sum) => AMOUNT.test(sum)) : isShort)
    // A description may go on below itself, and a row with a day lacks its amount.
    const asks = bare && (isNamed || texts.indexOf(first) !== columnas.descripcion || /\bmovimientos\b/i.test(first))
    return row.fila < cabecera || isTitle ? [{ row, text, long, asks }] : []
  })
  const accountIn = (text: string) => text.match(ACCOUNT)?.map(plainAccount) ?? []
  const own = ownAmong(new Set(titles.flatMap(({ text }) => accountIn(text))), question)
  const heading = titles.flatMap(({ row, text }) => (row.fila < cabecera ? plainWord(text) : []))
  const isSure = question.cuentas.length > 0 || heading.some((text) => accountIn(text).length > 0)
  const titled = new Map(titles.map((title) => [title.row, title]))
  const sections = new Map<SheetRow, Section>()
  let section: Section = { left: null, came: false, doubt: null, apart: null, unknown: '', otherTable: null }
  for (const row of rows) {
    const title = titled.get(row)
    if (title) section = { ...section, ...saidBy(title) }
    else if (row.fila > cabecera && !/\d/.test(dayOf(row)) && isHeader(row)) {
      const same = row.cells.every((cell, at) => plainName(cellText(cell)) === (names[at] ?? ''))
      section = { ...section, otherTable: same ? null : row.fila }
    }
    // The line itself is no row that waits.
    sections.set(row, title ? { ...section, unknown: '' } : section)
  }
  return (row) => sections.get(row) ?? section

  function saidBy({ row, text, long, asks }: (typeof titles)[number]): Partial<Section> {
    const [above, plain] = [row.fila < cabecera, plainWord(text)]
    if (/^(saldos?|balance)\b/.test(plain) || (above && SUMMARY.test(plain))) return {}
    // Above the names only a title that is nothing else gives rows a side.
    const side = above ? sideOfTitle(text) : long ? null : saysSide(text)
    if (side === 'debito') return { left: text, came: false }
    if (isUndone(text)) return { apart: `Bajo «${shown(text)}»` }
    const foreign =
      question.moneda === 'VES' &&
      /\b(divisas?|moneda\W+extranjera|custodia|libre convertibilidad|convenio cambiario|cuenta verde|fcy|c(uen)?ta\W+m\W?e)\b/.test(
        plain,
      )
    if (foreign || (!above && !long && PRODUCT.test(plain))) return { apart: `Otra cuenta, «${shown(text)}»` }
    const said = plain.replace(OF_REPORT, '')
    if (saysSide(said) === 'debito' || mayHaveLeft(said) || (side === 'credito' && isEitherCredit(text)))
      return { doubt: text, came: false }
    if (above) return side === 'credito' ? { came: true } : {}
    const [account] = accountIn(text)
    if (account !== undefined && !own.has(account)) return { left: null, apart: `Otra cuenta, ${account}` }
    const other = currenciesIn([text]).find((code) => !isOwnCurrency(code, question))
    if (other !== undefined) return { left: null, apart: `Otra moneda, ${other}` }
    const isNamed = ACCOUNT_NAME.test(plain)
    const isEnd = isNamed && text.match(/\d{4,}/g)?.some((end) => question.cuentas.some((one) => one.endsWith(end)))
    if ((isEnd || (account !== undefined && isSure)) && !PRODUCT.test(plain)) return OWN
    // Who holds an account may be called «Inversiones».
    const isOther = long && PRODUCT.test(plain.replaceAll('inversiones', ''))
    if (asks && (isOther || !isOrdinary(plain)) && (isNamed || !heading.includes(plain)))
      return { ...(isNamed && OWN), unknown: text }
    // What waits ends there, unless it is the head of a page.
    const isDone = /(proces|contabiliz|efectu|liquid)ad|abonos del mes/.test(plain) && !heading.includes(plain)
    const ended = isDone && section.apart?.startsWith('Bajo') ? { apart: null } : {}
    if (side === 'credito') return { left: null, came: true, doubt: null, ...ended }
    const apart = section.apart?.startsWith('Otra cuenta') ? section.apart : null
    return /confirmad|posted|completad|moneda|bolivar/.test(plain) ? { left: null, apart } : ended
  }
}
