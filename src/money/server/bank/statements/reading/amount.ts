import type { AmountForm } from '../../../../statement-map.ts'
import { shown, UnreadableCell } from './cell-values.ts'
import { type Cell, cellText, FORMULA, NumberCell } from './sheet.ts'
import { knownCurrency, SHOWN_AS_LEFT } from './words/currency-words.ts'
import { plainDashes } from './words/plain-word.ts'
import { type Side, sideOf } from './words/side-words.ts'

/** An amount in a cell, and nothing that the cell does not contain. */
interface ReadAmount {
  /** Never less than 0: its side is next to it, or elsewhere. */
  centimos: number
  side: Side | null
  /** As currency-words.ts calls it; null where the cell names none. */
  moneda: string | null
}

/** Thousands to one bank, a fraction to another: a person knows. */
export class TwoWays extends UnreadableCell {
  readonly digits: string
  constructor(digits: string) {
    super(`«${digits}» se puede leer de dos maneras: di si son miles o decimales.`)
    this.digits = digits
  }
}

/** Signs of a minus around figures, from left to right. */
const MINUS = /^(-|-?\(\)|\(-\))$/

/** Null for an empty cell. @throws UnreadableCell also for two possible readings. */
export function readAmount(cell: Cell | undefined, form: AmountForm): ReadAmount | null {
  if (cell === FORMULA) throw new UnreadableCell('El monto es una fórmula.')
  if (cell instanceof NumberCell) {
    if (cell.moneda === SHOWN_AS_LEFT) throw new UnreadableCell('El libro lo muestra como algo que salió.')
    const centimos = ofNumber(cell.raw)
    return { centimos: Math.abs(centimos), side: centimos < 0 ? 'debito' : null, moneda: cell.moneda }
  }
  // Brackets around a word are no minus: `100,00 (Bs.)`.
  const typed = plainDashes(cellText(cell)).replace(/\(([^()\d]*[\p{L}$€][^()\d]*)\)/gu, '$1')
  const unreadable = () => new UnreadableCell(`«${shown(typed)}» no es un monto.`)
  const [, before = '', digits = '', after = ''] = /^(\D*)(\d[\d.,'’ ]*)?(\D*)$/.exec(typed) ?? []
  if (before + digits + after !== typed) throw unreadable()
  const marks = (before + after).replace(/[^-+()]/g, '')
  const mark = MINUS.test(marks) ? 'debito' : marks === '+' ? 'credito' : null
  const beside = `${before} ${after}`
    .replace(/[-+()]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  // Another code may be a payer's word, where a description was parted.
  const [moneda = null, another] = beside.filter((word) => !sideOf(word)).map((word) => knownCurrency(word) ?? '')
  const sides = new Set([mark, ...beside.map(sideOf)].filter(Boolean))
  if ((marks !== '' && mark === null) || moneda === '' || another !== undefined || sides.size > 1) throw unreadable()
  // Nothing, a line for nothing, or a currency without an amount.
  if (digits === '' && beside.length === (moneda === null ? 0 : 1) && /^[^+()]*$/.test(typed)) return null
  if (digits === '') throw unreadable()
  const centimos = plainCentimos(digits.trim(), form)
  if (!Number.isSafeInteger(centimos)) throw new UnreadableCell(`«${shown(typed)}» es demasiado.`)
  const [side = null] = sides as Set<Side>
  return { centimos, side, moneda }
}

function plainCentimos(written: string, form: AmountForm): number {
  const spaced = /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?$/.test(written)
  // Programs that reckon in eight places write them all.
  const digits = (spaced ? written.replace(/[ '’]/g, '') : written).replace(/([.,]\d\d)0{2,}$/, '$1')
  const comma = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{1,2})$/.exec(digits) ?? /^(\d{1,3}(?:\.\d{3}){2,})()$/.exec(digits)
  const point = /^(\d{1,3}(?:,\d{3})+|\d+)\.(\d{1,2})$/.exec(digits) ?? /^(\d{1,3}(?:,\d{3}){2,})()$/.exec(digits)
  const found = comma ?? point ?? /^(\d+)()$/.exec(digits)
  if (found) return Number(`${found[1]?.replace(/[.,]/g, '')}${found[2]?.padEnd(2, '0')}`)
  // One sign before three figures: thousands to one, a fraction to another.
  const [, whole = '', sign = '', rest = ''] = /^([1-9]\d{0,2})([.,])(\d{3})$/.exec(digits) ?? []
  if (sign === '') throw new UnreadableCell(`«${shown(digits)}» no es un monto.`)
  if ((form === 'coma' && sign === '.') || (form === 'punto' && sign === ',')) return Number(`${whole}${rest}00`)
  throw new TwoWays(digits)
}

/** A workbook keeps 33571.18 as 33571.180000000004 at times, never a third place of its own. */
function ofNumber(raw: string): number {
  const centimos = Math.round(Number(raw) * 100)
  if (!Number.isSafeInteger(centimos)) throw new UnreadableCell(`«${shown(raw)}» no es un monto.`)
  if (Math.abs(Number(raw) * 100 - centimos) > 0.001)
    throw new UnreadableCell(`«${shown(raw)}» tiene más de dos decimales.`)
  return centimos
}
