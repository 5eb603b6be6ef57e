import { addDays, type Instant, parseDay, startOfDay } from '#platform/clock.ts'
import type { LetterDraft } from './contract.ts'

/** From when on a letter helps nobody; null where it always does. */
export function endOfLetter({ hasta }: Pick<LetterDraft, 'hasta'>): Instant | null {
  const day = parseDay(hasta)
  return day === null ? null : startOfDay(addDays(day, 1))
}
