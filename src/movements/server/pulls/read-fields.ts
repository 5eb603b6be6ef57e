import { type CalendarDate, type Instant, parseDay, startOfDay } from '#platform/clock.ts'

/** Beyond it a number is no sum of money, and JavaScript counts no céntimos. */
const MOST_CENTIMOS = 9_000_000_000_000_00

/**
 * `36.960,41` and `150,00` as integers of the smallest unit; thousands have points and céntimos a comma.
 * @returns null for everything else: `36,960.41` would be read a thousand times too small.
 */
export function centimosOfBolivares(text: string): number | null {
  const [, whole, cents = ''] = /^\s*\+?((?:\d{1,3}(?:\.\d{3})+)|\d+),(\d{1,2})\s*$/.exec(text) ?? []
  return whole === undefined ? null : centimos(whole.replaceAll('.', ''), cents)
}

/**
 * `150.00`, `150` or the number 150.5 as integers of the smallest unit. Places that are smaller are left out, as a wallet's sixth is.
 * A minus is kept.
 * @returns null for everything else.
 */
export function centimosOfDecimal(value: unknown): number | null {
  const text = typeof value === 'number' ? plainNumber(value) : typeof value === 'string' ? value.trim() : ''
  const [, sign, whole, cents = ''] = /^([-+]?)(\d{1,15})(?:\.(\d{1,18}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const size = centimos(whole, cents.slice(0, 2))
  return size === null || sign !== '-' ? size : -size
}

/** A number of JSON is near to what it stands for, and banks count no third place. */
function plainNumber(value: number): string {
  return Number.isFinite(value) && Math.abs(value) < 1e13 ? value.toFixed(2) : ''
}

function centimos(whole: string, cents: string): number | null {
  const value = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return value <= MOST_CENTIMOS ? value : null
}

/** `58412…` of a mobile number however a bank writes it, or empty. */
export function phone58(text: string): string {
  const [, digits] = /^(?:00)?(?:58)?0?(4\d{9})$/.exec(text.replace(/[\s()+.-]/g, '')) ?? []
  return digits === undefined ? '' : `58${digits}`
}

/** `V12345678` of `V012345678`, `V-12.345.678` or `J-12345678-9`, or empty. */
export function documentOf(text: string): string {
  const [, letter, digits] = /^([VEJGPC])0*(\d{5,10})$/.exec(text.toUpperCase().replace(/[\s.-]/g, '')) ?? []
  return letter === undefined ? '' : `${letter}${digits}`
}

/** Four digits of `134`, `0134` or 134, or empty. */
export function bankCode(value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  return /^\d{1,4}$/.test(text) && Number(text) > 0 ? text.padStart(4, '0') : ''
}

/** A day of `20/11/2026`, `2026-11-20` or `2026-11-20T…`, or null. */
export function dayOf(text: string): CalendarDate | null {
  const [, day, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})\b/.exec(text) ?? []
  return parseDay(day === undefined ? text.slice(0, 10) : `${year}-${month}-${day}`)
}

/** The instant of a day and its hour in Caracas: `814`, `0814`, `08:14`, `08:14:05`; null when it is no hour. */
export function instantOf(day: CalendarDate, hour: string): Instant | null {
  const [, hours, minutes, seconds = '0'] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(hour) ?? /^(\d{1,2})(\d{2})(\d{2})?$/.exec(hour.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  return (startOfDay(day) + (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000) as Instant
}

/** One line of text, without signs that nobody sees, as long as the tables and screens take it. */
export function shortText(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value)
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
