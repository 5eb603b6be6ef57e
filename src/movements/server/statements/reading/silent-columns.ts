import type { ColumnMap } from '../../../statement-contract.ts'
import type { StatementField } from '../../../statement-map.ts'
import { cellText, type SheetRow } from './sheet.ts'
import { ALIASES } from './words/column-names.ts'
import { knownCurrency } from './words/currency-words.ts'
import { sideOf } from './words/side-words.ts'
import { isUndone } from './words/state-words.ts'

/** Columns that say of a row that it is no money of this account, or that it left: nobody has to name them. */
const WARNING = ['tipo', 'estado', 'moneda', 'cuenta'] as const satisfies StatementField[]
/** Which words give such a column away, whatever its name. */
const GIVES_AWAY: Record<(typeof WARNING)[number], (words: readonly string[]) => boolean> = {
  tipo: (words) =>
    words.some((word) => /[a-z(+]/i.test(word) && sideOf(word) !== null) ||
    (words.length > 0 && words.every((word) => sideOf(word) !== null)) ||
    (words.length === 2 && words.every((word) => /^[a-z]{1,2}$/i.test(word))),
  estado: (words) => words.some(isUndone),
  moneda: (words) => words.some((word) => /[a-z]/i.test(word) && knownCurrency(word) !== null),
  cuenta: () => false,
}
/** Different words of a column of this kind; more are descriptions. */
const MOST_WORDS = 12

/** Of each field the columns that say it: the one that was chosen or is called so, and others whose words do. */
export type WarningColumns = Record<(typeof WARNING)[number], number[]>

/** @param names of the columns as plainName makes them. @param rows those below. */
export function warningColumns(
  names: readonly string[],
  rows: readonly SheetRow[],
  { columnas }: Pick<ColumnMap, 'columnas'>,
): WarningColumns {
  const taken = new Set<number | undefined>(Object.values(columnas))
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), names.length)
  const words = Array.from({ length: width }, (_, at) => (taken.has(at) ? [] : wordsOf(rows, at)))
  const described = columnas.descripcion === undefined ? [] : wordsOf(rows, columnas.descripcion)
  const found = WARNING.map((field) => {
    const isNamed = (at: number) => !taken.has(at) && ALIASES[field].includes(names[at] ?? '')
    const isAnother = (at: number) =>
      WARNING.some((other) => other !== field && ALIASES[other].includes(names[at] ?? ''))
    const chosen = columnas[field]
    const first = chosen === undefined ? [] : [chosen]
    const others = words.flatMap((said, at) => (isNamed(at) || (GIVES_AWAY[field](said) && !isAnother(at)) ? at : []))
    return [field, [...first, ...others.filter(isNamed), ...others.filter((at) => !isNamed(at))]] as const
  })
  const columns = Object.fromEntries(found) as WarningColumns
  if (columnas.descripcion !== undefined && areSides(described)) columns.tipo.push(columnas.descripcion)
  return columns
}

/** Whether descriptions are words for what came in and left, and hardly anything else. */
function areSides(words: readonly string[]): boolean {
  const sides = words.map(sideOf)
  return sides.includes('debito') && sides.filter((side) => side !== null).length * 2 >= sides.length
}

/** Its different words; none where it has more than words of one kind can be. */
function wordsOf(rows: readonly SheetRow[], at: number): string[] {
  const words = new Set<string>()
  for (const { cells } of rows) {
    const text = cellText(cells[at])
    words.add(text)
    if (words.size > MOST_WORDS) return []
  }
  // One that says the same of all rows, by a sign, says nothing.
  if (words.size === 1 && /^\W*$/.test([...words][0] ?? '')) return []
  return [...words].filter(Boolean)
}
