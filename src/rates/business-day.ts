import { addDays, type CalendarDate, dayInCaracas, HOUR, type Instant, parseDay, startOfDay } from '#platform/clock.ts'

/** BCV publishes around 16:00 on business days for the next one; earlier than this it has not been seen. */
const PUBLICATION = 15 * HOUR

function isWeekend(day: CalendarDate): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** The next day that is no Saturday or Sunday; holidays are not known here. */
export function nextBusinessDay(day: CalendarDate): CalendarDate {
  let next = addDays(day, 1)
  while (isWeekend(next)) next = addDays(next, 1)
  return next
}

/**
 * The day for which a published rate counts. A day alone, or midnight in Caracas, is the fecha valor itself. Any other instant is the time of the
 * source's reading: after the hour of publication, or at a weekend, its rate is the next business day's. Null if it is no date.
 */
export function valueDay(text: string): CalendarDate | null {
  const day = parseDay(text)
  if (day) return day
  // With its zone only: the same text without one would be another instant on another machine.
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  if (parseDay(text.slice(0, 10)) === null) return null
  const time = Date.parse(text)
  if (Number.isNaN(time)) return null
  const instant = time as Instant
  const local = dayInCaracas(instant)
  const since = instant - startOfDay(local)
  if (since === 0) return local
  return since >= PUBLICATION || isWeekend(local) ? nextBusinessDay(local) : local
}
