import { type CalendarDate, dayInCaracas, type Instant, parseDay, startOfDay } from '#platform/clock.ts'

/** A day as banks write it: `31/08/2026`, `29-03-26`, `2026/08/05`, `20260805`; null for any other text. */
export function readBankDay(text: string): CalendarDate | null {
  const written = text.trim()
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(written)
  if (packed) return parseDay(packed.slice(1).join('-'))
  const first = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(written)
  if (first) return dayOf(first[1], first[2], first[3])
  const last = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)/.exec(written)
  if (!last) return null
  return dayOf(last[3]?.length === 2 ? `20${last[3]}` : last[3], last[2], last[1])
}

function dayOf(year = '', month = '', day = ''): CalendarDate | null {
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

/** An hour as banks write it: `15:43`, `15:51:44`, `15.04`, `1504`, `3:43 p. m.`; seconds of the day, or null. */
export function readBankHour(text: string): number | null {
  const [, hour = '', minute = '', second = '0', half = ''] =
    /^(\d{1,2})[:.]?(\d{2})(?:[:.](\d{2}))?(?:\.\d+)?\s*([ap])?\.?\s*(?:m\.?)?$/i.exec(text.trim()) ?? []
  if (hour === '' || Number(minute) > 59 || Number(second) > 59) return null
  const evening = half.toLowerCase() === 'p' && Number(hour) < 12 ? 12 : 0
  const morning = half.toLowerCase() === 'a' && Number(hour) === 12 ? -12 : 0
  const hours = Number(hour) + evening + morning
  return hours > 23 ? null : hours * 3600 + Number(minute) * 60 + Number(second)
}

/** That second of that day in Caracas; null where the hour is missing. */
export function caracasInstant(day: CalendarDate, hour: string | undefined): Instant | null {
  const seconds = hour === undefined ? null : readBankHour(hour)
  return seconds === null ? null : ((startOfDay(day) + seconds * 1000) as Instant)
}

/** Whether money can have come in on that day, as of now: a wrong clock or a wrong order of day and month gives another day. */
export function isRecentDay(day: CalendarDate, now: Instant): boolean {
  const DAY = 86_400_000
  return day <= dayInCaracas((now + DAY) as Instant) && day >= dayInCaracas((now - 120 * DAY) as Instant)
}
