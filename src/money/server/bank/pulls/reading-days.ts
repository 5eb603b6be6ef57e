import { addDays, type CalendarDate, dayInCaracas, type Instant, parseDay, startOfDay } from '#platform/clock.ts'

/** So early in the day late payments of the day before may still be missing there. */
const EARLY = 6 * 3_600_000
/** The first reading of a new account begins so many days back. */
const BEGINNING = 3
/** So many days before the last one that was read are read again once a day: banks write rows of a day after it. */
const AGAIN = 2

/**
 * Which days to read of a bank that is polled by the day, in Caracas. Days overlap, because repeated rows add nothing. A
 * cursor that is no day, or in the future because of a wrong clock, begins again.
 * @param cursor the last day that was read.
 * @param most days of one reading, more than `AGAIN` + 1.
 * @param oldest days back that the bank shows.
 * @returns the first and the last day, both included, the next cursor, and until when the account is read by then.
 */
export function daysToRead(cursor: string | null, now: Instant, most: number, oldest: number) {
  const today = dayInCaracas(now)
  const before = cursor === null ? null : parseDay(cursor)
  const early = now - startOfDay(today) < EARLY
  let desde = addDays(today, -BEGINNING)
  if (before !== null && before < today) desde = addDays(before, -AGAIN)
  else if (before === today) desde = early ? addDays(today, -1) : today
  const limit = addDays(today, -oldest)
  if (desde < limit) desde = limit
  const end = addDays(desde, most - 1)
  const hasta = [end, today].sort()[0] as CalendarDate
  return {
    desde,
    hasta,
    cursor: hasta,
    leido_hasta: hasta === today ? now : startOfDay(addDays(hasta, 1)),
  }
}

/** Each day from the first to the last. */
export function eachDay(desde: CalendarDate, hasta: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = []
  for (let day = desde; day <= hasta; day = addDays(day, 1)) days.push(day)
  return days
}
