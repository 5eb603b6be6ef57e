/**
 * Time as the product uses it. Instants are milliseconds since 1970 in UTC; calendar dates are days in Caracas,
 * which keeps UTC−4 all year. Both have a type of their own, so a bare number or string does not pass for one.
 */
declare const instant: unique symbol
declare const calendarDate: unique symbol

/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number & { readonly [instant]: true }
/** A day in Caracas, `YYYY-MM-DD`. */
export type CalendarDate = string & { readonly [calendarDate]: true }

export interface Clock {
  now(): Instant
}

export const systemClock: Clock = { now: () => Date.now() as Instant }

const CARACAS_OFFSET = -4 * 3_600_000
/** In milliseconds. */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export function after(start: Instant, milliseconds: number): Instant {
  return (start + milliseconds) as Instant
}

/** The day that it is in Caracas at that instant. */
export function dayInCaracas(at: Instant): CalendarDate {
  return new Date(at + CARACAS_OFFSET).toISOString().slice(0, 10) as CalendarDate
}

/** The first instant of that day in Caracas. */
export function startOfDay(day: CalendarDate): Instant {
  return (Date.parse(`${day}T00:00:00Z`) - CARACAS_OFFSET) as Instant
}

export function addDays(day: CalendarDate, days: number): CalendarDate {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10) as CalendarDate
}

/** A real day of the calendar, or null: `2026-02-30` and the zero date are none. */
export function parseDay(text: string): CalendarDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return null
  const time = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text) return null
  return text as CalendarDate
}

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

/** `19 de diciembre` */
export function formatDay(day: CalendarDate): string {
  const [, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${date} de ${MONTHS[month - 1]}`
}

/** `19 de Diciembre`, the form of the raffle's date line. */
export function formatDrawDay(day: CalendarDate): string {
  const text = formatDay(day)
  const month = text.lastIndexOf(' ') + 1
  return text.slice(0, month) + text.charAt(month).toUpperCase() + text.slice(month + 1)
}

/** `20 de noviembre, 10:41 a. m.` in Caracas. */
export function formatInstant(at: Instant): string {
  return `${formatDay(dayInCaracas(at))}, ${formatHour(at)}`
}

/** `20/11/2026, 10:41 a. m.` in Caracas, for instants that may be in another year. */
export function formatDatedInstant(at: Instant): string {
  return `${dayInCaracas(at).split('-').reverse().join('/')}, ${formatHour(at)}`
}

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const

/** `domingo 20 de diciembre de 2026`, for announcements. */
export function formatWholeDay(day: CalendarDate): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return `${WEEKDAYS[weekday]} ${formatDay(day)} de ${day.slice(0, 4)}`
}

/** `domingo 20 de diciembre de 2026, 8:00 p. m.` in Caracas. */
export function formatWholeInstant(at: Instant): string {
  return `${formatWholeDay(dayInCaracas(at))}, ${formatHour(at)}`
}

/** `2026-12-20T20:00:00-04:00`: the second, as it is written in Caracas. */
export function writeInstant(at: Instant): string {
  return `${new Date(at + CARACAS_OFFSET).toISOString().slice(0, 19)}-04:00`
}

/** The second in which it is. */
export function wholeSecond(at: Instant): Instant {
  return (at - (at % 1000)) as Instant
}

/** `8:00 p. m.` in Caracas, in one piece at the end of a line. */
export function formatHour(at: Instant): string {
  const local = new Date(at + CARACAS_OFFSET)
  const hours = local.getUTCHours()
  const minutes = String(local.getUTCMinutes()).padStart(2, '0')
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'a' : 'p'}.\u00a0m.`
}

/** A wait as its sentence says it: `5 minutos`, `una hora`. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'un minuto'
  if (minutes < 60) return `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'una hora' : `${hours} horas`
}
