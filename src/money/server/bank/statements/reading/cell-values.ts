import { type CalendarDate, dayInCaracas, type Instant, parseDay, startOfDay } from '#platform/clock.ts'
import type { DateForm } from '../../../../statement-map.ts'
import { type Cell, cellText, FORMULA, NumberCell } from './sheet.ts'
import { isOnlyDay } from './words/state-words.ts'

/** Why a cell cannot be read, for a person: the text after the row's number. */
export class UnreadableCell extends Error {}

/** How months begin in Spanish, and in English where that is otherwise. */
const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
const OTHERWISE: Readonly<Record<string, string>> = { jan: 'ene', apr: 'abr', aug: 'ago', set: 'sep', dec: 'dic' }
/** Days from 1900 to 1970, as workbooks count them, and how much later those of old Macs begin. */
const EPOCH = 25_569
const LATER = 1_462

/** The day in Caracas of a cell, and the instant where it has the hour too. @throws UnreadableCell */
export function readMoment(
  cell: Cell | undefined,
  hour: Cell | undefined,
  form: DateForm,
  from1904: boolean,
): { dia: CalendarDate; en: Instant | null } {
  if (cell === FORMULA) throw new UnreadableCell('La fecha es una fórmula.')
  const text = cellText(cell)
  const serial = cell instanceof NumberCell ? Number(cell.raw) + (from1904 ? LATER : 0) : Number.NaN
  if (serial > EPOCH && serial < 100_000) {
    const milliseconds = Math.round((serial - EPOCH) * 86_400) * 1000
    const [day = '', time = ''] = new Date(milliseconds).toISOString().split('T')
    const own = time.startsWith('00:00:00') ? null : { time: time.slice(0, 8), zone: '' }
    return momentOf(day, readHour(hour) ?? own, text)
  }
  const [date, rest] = dateText(text)
  return momentOf(dayText(date, form), readHour(hour) ?? readHour(rest), text)
}

/** Whether a cell's day is that day or before; null of another text. */
export function hasCome(cell: Cell | undefined, form: DateForm, last: string): boolean | null {
  if (!isOnlyDay(cellText(cell))) return null
  try {
    return readMoment(cell, undefined, form, false).dia <= last
  } catch (error) {
    if (error instanceof UnreadableCell) return null
    throw error
  }
}

/** An hour of a day, and of which clock: `Z`, `-04:00`, or empty for that of Caracas. */
interface Hour {
  /** `hh:mm:ss` */
  time: string
  zone: string
}

/** The day is that of Caracas, also where another clock shows the next one. */
function momentOf(day: string, hour: Hour | null, text: string): { dia: CalendarDate; en: Instant | null } {
  const dia = parseDay(day)
  if (dia === null || dia < '2015-01-01') throw new UnreadableCell(`«${shown(text)}» no es una fecha.`)
  if (hour === null) return { dia, en: null }
  const { time, zone } = hour
  if (zone !== '') {
    const en = Date.parse(`${dia}T${time}${zone}`) as Instant
    if (Number.isNaN(en)) throw new UnreadableCell(`«${shown(text)}» no es una hora.`)
    return { dia: dayInCaracas(en), en }
  }
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return { dia, en: (startOfDay(dia) + ((hours * 60 + minutes) * 60 + seconds) * 1000) as Instant }
}

/** `YYYY-MM-DD` of a possible date; parseDay decides whether it is one. */
function dayText(text: string, form: DateForm): string {
  const iso = /^(20\d\d)[-/.]?(0\d|1[0-2])[-/.]?(\d\d)$/.exec(text)
  if (iso) return iso.slice(1).join('-')
  const figures = figuresOf(text)
  if (figures) {
    const [a, b, year] = figures
    const [day, month] = form === 'mda' ? [b, a] : [a, b]
    return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  }
  const [, day = '', name = '', year = ''] =
    /^(\d{1,2})[-/. ](?:de )?([a-z]{3})[a-z]*\.?[-/. ](?:de )?(20\d\d|\d\d)$/i.exec(text) ?? []
  const written = name.toLowerCase()
  const month = MONTHS.indexOf(OTHERWISE[written] ?? written) + 1
  return `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Day and month of a date in figures, in the order of the file, and its year; null of any other. A workbook drops a zero in front. */
export function figuresOf(date: string): [string, string, string] | null {
  const text = /^\d{7}$/.test(date) ? `0${date}` : date
  const [, a = '', b = '', year = ''] = /^(\d{1,2})[-/. ]?(\d{1,2})[-/. ]?(20\d\d|\d\d)$/.exec(text) ?? []
  return year !== '' && (/[-/. ]/.test(text) || text.length === 8) ? [a, b, year] : null
}

/** The date of a text without its hour. */
export function dateText(text: string): [date: string, hour: string] {
  const [date = '', ...rest] = text.replace(/(?<=\d)T(?=\d)/, ' ').split(/,?\s+(?=\d{1,2}:)/)
  return [date.trim(), rest.join(' ')]
}

/** `8:14 a. m.`, `20:14`, `2014`, `02:00:00Z`, `20:14-04:00`, a part of a day, or null. */
function readHour(cell: Cell | undefined): Hour | null {
  if (cell instanceof NumberCell && Number(cell.raw) < 1)
    return { time: new Date(Math.round(Number(cell.raw) * 86_400) * 1000).toISOString().slice(11, 19), zone: '' }
  const [, hours = '', minutes = '', seconds = '00', half = '', zone = ''] =
    /^(\d{1,2}):?(\d\d)(?::(\d\d)(?:\.\d+)?)?\s*([ap])?\.?\s*(?:m\.?)?(Z|[-+]\d\d:?\d\d)?$/i.exec(cellText(cell)) ?? []
  if (minutes === '' || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const full = half === '' ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  const time = `${String(full).padStart(2, '0')}:${minutes}:${seconds}`
  return { time, zone: zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2') }
}

/** Larger numbers lose their end in a workbook. */
const SURE_DIGITS = 15

/**
 * A reference as the bank writes it. A workbook that took it for a number has lost its zeros, which nobody needs, or its end, which
 * nobody can know: then there is none.
 * @returns null for such a one.
 */
export function readReference(cell: Cell | undefined): string | null {
  if (cell === FORMULA) return null
  const text = cellText(cell).replace(/^#/, '')
  if (/^\d([.,]\d+)?e[+-]?\d+$/i.test(text)) return null
  if (!(cell instanceof NumberCell)) return text.slice(0, 60)
  const digits = text.replace(/\.0+$/, '')
  if (!/^\d+$/.test(digits) || digits.length > SURE_DIGITS) return null
  return digits
}

export const shown = (text: string) => (text.length > 30 ? `${text.slice(0, 30)}…` : text)
