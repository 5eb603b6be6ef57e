import { formatDrawDay, parseDay } from '#platform/clock.ts'

/** `19 de Diciembre`, or what the page says when the raffle has no date: empty, or the zero date of a foreign host. */
export function dateLine(fecha: string | null | undefined, fallback: string): string {
  const day = fecha ? parseDay(fecha.slice(0, 10)) : null
  return day ? formatDrawDay(day) : fallback
}
