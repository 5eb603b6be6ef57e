import { formatDrawDay, parseDay } from '#platform/clock.ts'

/** Placeholders of other hosts for no date are before this: 0000-00-00, 0001-01-01, 1900-01-01, and the first instants of 1970 anywhere. */
const FIRST = '2000'

/** `19 de Diciembre`, or the page's text for a raffle without a date: empty, or the zero date of a foreign host. */
export function dateLine(fecha: string | null | undefined, fallback: string): string {
  const day = fecha && fecha >= FIRST ? parseDay(fecha.slice(0, 10)) : null
  return day ? formatDrawDay(day) : fallback
}

/** In place of a day, once the draw has been. */
export const DRAWN = 'ya se hizo'
