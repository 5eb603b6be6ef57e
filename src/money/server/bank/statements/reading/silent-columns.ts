import type { ColumnMap } from '../../../../statement-contract.ts'
import type { StatementField } from '../../../../statement-map.ts'
import { haveOwnAccount } from './own-account.ts'
import { cellText, type SheetRow } from './sheet.ts'
import { ALIASES } from './words/column-names.ts'
import { knownCurrency } from './words/currency-words.ts'
import { plainWord } from './words/plain-word.ts'
import { sideOf } from './words/side-words.ts'
import {
  answersYesOrNo,
  isFinal,
  isOfPayer,
  isOfValue,
  isUndone,
  saysOutcome,
  saysUndone,
} from './words/state-words.ts'

/** Columns that mark a row as no money of this account, or as money out: nobody has to name them. */
const WARNING = ['tipo', 'estado', 'moneda', 'cuenta'] as const satisfies StatementField[]
/** Different words of a column of this kind; where there are more, most of them have to be known, and of many none is asked about. */
const FEW = 12
const MOST = 200
/** Columns of states, whatever words are beside. */
const STATE_NAME = /\b(cod)?(estado|estatus|status|situacion)|\bsts\b/
/** Columns of states if a word of them is one, or a code of letters. */
const MAY_BE_STATE = /\b(edo|est|fase|etapa)\b/
/** Columns of words on a row, of a payer, the operator or the bank: what one says is of that row alone. */
const NOTE_NAME = /\b(motivo|notas?|comentarios?|observacion(es)?|concepto|detalle|memo|notes?|comments?|remarks?)\b/
const BANK_NOTE = /\b(motivo|observacion(es)?|detalle|remarks?)\b/
/** Nouns that begin a remark on a row. */
const UNDOING = /^(reverso|rechazo|devolucion|anulacion|extorno|contracargo|no procede)\b/
/** A bank's reason, which no payer writes. */
const REASON = /^r\d\d$|\bcuenta .*\b(cerrada|inactiva|bloqueada|invalida|inexistente)|\bfondos insuficientes/
const isReason = (word: string) => isUndone(word) || REASON.test(plainWord(word))
const isStates = (name: string, words: readonly string[]) =>
  words.length <= FEW &&
  (STATE_NAME.test(name) ||
    (/\bdisponibilidad\b/.test(name) && words.some((word) => /[a-z]/i.test(word))) ||
    (MAY_BE_STATE.test(name) && words.some((word) => isFinal(word) !== null || /^[a-z]{1,3}\.?$/i.test(word))))
/** Whether a note may say that its row was undone, or never came. `Cancelado` means paid here as well. */
export const saysReason = (note: string) =>
  (isReason(note.replace(/cancelad[oa]s?/gi, '')) || UNDOING.test(plainWord(note))) && !isOfPayer(note)
/** Whether words of notes are none of that field. Where a bank remarks on one row, it may on others in words that nobody knows. */
const isOfNotes = (field: StatementField, name: string, words: readonly string[]) =>
  field === 'tipo'
    ? !isCode(words, /^[a-z]{1,2}$/i, 2)
    : field === 'moneda' ||
      (field === 'estado' && !(BANK_NOTE.test(name) && words.some((word) => saysUndone(word) && !isOfPayer(word))))
/** Which words give such a column away, under any name. */
const GIVES_AWAY: Record<
  (typeof WARNING)[number],
  (words: readonly string[], own: { cuentas: readonly string[] }) => boolean
> = {
  tipo: (words) => {
    const known = words.filter((word) => sideOf(word) !== null)
    // A payer's notes as well.
    if (known.length > 0 && known.every((word) => /^(pagos?|compras?)$/.test(plainWord(word)))) return false
    const few = words.length <= FEW
    if (isCode(words, /^[a-z]{1,2}$/i, 2) || (few && known.some((word) => /[a-z(+]/i.test(word)))) return true
    return known.length > 0 && known.length * (few ? 1 : 2) >= words.length
  },
  estado: (words) =>
    words.length <= FEW &&
    (words.some(isReason) ||
      (words.some((word) => UNDOING.test(plainWord(word))) && words.every((word) => sideOf(word) === null))),
  moneda: (words) =>
    words.length <= FEW &&
    (words.some((word) => /[a-z]/i.test(word) && knownCurrency(word) !== null) ||
      (words.length > 1 && words.every((word) => knownCurrency(word) !== null))),
  cuenta: haveOwnAccount,
}

/** Names of columns with another meaning, for any contents. */
const KNOWN = new Set(Object.entries(ALIASES).flatMap(([field, names]) => (field === 'tipo' ? [] : names)))
const CODES = 5
const isCode = (words: readonly string[], form: RegExp, most: number) =>
  words.length > 1 && words.length <= most && words.every((word) => form.test(word))

/** How a balance shows its side. */
const isMark = (word: string) => /^(\(?[-+]\)?|[acdh]|cr|dr|db|cred|deb|acreedor|deudor)\.?$/i.test(word)

/** Whether a column of sides may be the balance's: it names one, or follows one and has no name of its own for what moved. */
function isOfBalance(at: number, names: readonly string[], words: readonly string[], columnas: ColumnMap['columnas']) {
  const isBalance = (name = '') => /\b(saldos?|balance)\b/.test(name)
  const amounts = [columnas.monto, columnas.credito, columnas.debito]
  const before = names.slice(0, at).findLast((name, index) => isBalance(name) || amounts.includes(index))
  return isBalance(names[at]) || (isBalance(before) && !ALIASES.tipo.includes(names[at] ?? '') && words.every(isMark))
}

/** Of each field the columns that say it: the one that was chosen or is called so, and others whose words do. */
export type WarningColumns = Record<(typeof WARNING)[number], number[]>

/** @param names of the columns as plainName makes them. @param rows those below. */
export function warningColumns(
  names: readonly string[],
  rows: readonly SheetRow[],
  { columnas }: Pick<ColumnMap, 'columnas'>,
  own: { cuentas: readonly string[] },
): { columns: WarningColumns; outcomes: number[]; notes: number[] } {
  const taken = new Set<number | undefined>(Object.values(columnas))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length)
  const first = Array.from({ length: width }, (_, at) => (taken.has(at) ? [] : wordsOf(rows, at)))
  // A column with more words than one kind can have may still say of each row when it came.
  const words = first.map((said) => (said.length > MOST ? [] : said))
  const outcomes = first.flatMap((said, at) => {
    const name = names[at] ?? ''
    if (taken.has(at) || WARNING.some((field) => ALIASES[field].includes(name))) return []
    // What its name promises is no answer.
    return (KNOWN.has(name) && !isOfValue(name) ? answersYesOrNo(said) : saysOutcome(name, said, FEW)) ? at : []
  })
  for (const at of outcomes) taken.add(at)
  const described = columnas.descripcion === undefined ? [] : wordsOf(rows, columnas.descripcion)
  // Digits beyond the names are céntimos that a comma has parted.
  const isCoded = (at: number) =>
    isCode(words[at] ?? [], /^\d{1,2}$/, CODES) &&
    (at < names.length || names.length === 0) &&
    !KNOWN.has(names[at] ?? '')
  const isNamed = (field: (typeof WARNING)[number], at: number) =>
    ALIASES[field].includes(names[at] ?? '') || (field === 'estado' && isStates(names[at] ?? '', words[at] ?? []))
  const notes = names.flatMap((name, at) =>
    NOTE_NAME.test(name) && !taken.has(at) && !isNamed('estado', at) ? at : [],
  )
  const found = WARNING.map((field) => {
    const isAnother = (at: number) => WARNING.some((other) => other !== field && isNamed(other, at))
    const others = words.flatMap((said, at) => {
      // A chain of blocks has the name of its coin.
      if (field === 'moneda' && ALIASES.lugar.includes(names[at] ?? '')) return []
      if (taken.has(at) || (field === 'tipo' && isOfBalance(at, names, said, columnas))) return []
      if (notes.includes(at) && isOfNotes(field, names[at] ?? '', said)) return []
      return isNamed(field, at) ||
        ((GIVES_AWAY[field](said, own) || (field === 'tipo' && isCoded(at))) && !isAnother(at))
        ? at
        : []
    })
    return [field, [columnas[field] ?? [], others].flat()] as const
  })
  const columns = Object.fromEntries(found) as WarningColumns
  if (columnas.descripcion !== undefined && described.length <= MOST && areSides(described))
    columns.tipo.push(columnas.descripcion)
  return { columns, outcomes, notes }
}

/** Columns that have another meaning by their names, for any contents. */
const { descripcion: _, tipo: __, ...NAMED } = ALIASES
export const ELSEWHERE = new Set([...Object.values(NAMED).flat(), 'usuario'])
/** Directions of money. */
const WAYS = 4

/**
 * Columns that may give the direction of money, in unknown words: each row has one of a few. A person is asked
 * where nothing else in the file marks money out.
 * @param names of the columns as plainName makes them.
 */
export function doubtfulColumns(
  names: readonly string[],
  rows: readonly SheetRow[],
  { columnas }: ColumnMap,
): number[] {
  const taken = new Set<number | undefined>(Object.values(columnas))
  const filled = rows.filter(({ cells }) => cellText(cells[columnas.fecha ?? -1]) !== '')
  return names.flatMap((name, at) => {
    if (taken.has(at) || ELSEWHERE.has(name)) return []
    const words = new Set(filled.map(({ cells }) => cellText(cells[at])))
    if (isOfBalance(at, names, [...words], columnas)) return []
    // Digits without a name are céntimos that a comma has parted.
    const other = name === '' ? /\d/ : /\d{5}|\d[.,/-]\d/
    const short = [...words].every((word) => word.length <= 30 && !other.test(word))
    return short && words.size > 1 && words.size <= WAYS ? [at] : []
  })
}

/** Whether descriptions are words for money in and out, and hardly anything else. */
function areSides(words: readonly string[]): boolean {
  const sides = words.map(sideOf)
  return sides.includes('debito') && sides.filter((side) => side !== null).length * 2 >= sides.length
}

/** Its different words, and a few more than words of one kind can be. */
function wordsOf(rows: readonly SheetRow[], at: number): string[] {
  const words = new Set<string>()
  for (const { cells } of rows) {
    words.add(cellText(cells[at]))
    if (words.size > MOST + 1) break
  }
  // A column with the same sign for all rows tells nothing.
  if (words.size === 1 && /^\W*$/.test([...words][0] ?? '')) return []
  return [...words].filter(Boolean)
}
