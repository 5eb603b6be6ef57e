import { after, type Instant } from '#platform/clock.ts'
import type { Randomness } from '#platform/server/random.ts'
import type { SourceCause } from '../../source.ts'
import type { SourceFailure } from '../sources/pull-adapter.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Before the second try, and the longest: each further one waits twice as long. Banks lock clients that repeat a wrong key. */
const PAUSES: Record<SourceCause, [first: number, longest: number]> = {
  tiempo: [30 * SECOND, 15 * MINUTE],
  mantenimiento: [2 * MINUTE, 30 * MINUTE],
  ilegible: [5 * MINUTE, HOUR],
  limite: [10 * MINUTE, 2 * HOUR],
  credencial: [HOUR, 12 * HOUR],
}
/** A source that wants a longer pause is tried again after so long all the same. */
const LONGEST_WAIT = 24 * HOUR

/**
 * When a source that failed is asked again: a fifth sooner or later by chance, so that many do not ask in one second. And not before it
 * allows it.
 * @param failures how many there were in a row, this one counted.
 */
export function nextTry(failure: SourceFailure, failures: number, now: Instant, random: Randomness): Instant {
  const [first, longest] = PAUSES[failure.causa]
  const pause = Math.min(longest, first * 2 ** Math.min(failures - 1, 20))
  const spread = after(now, Math.round(pause * (0.8 + random.below(401) / 1000)))
  const wanted = Math.min(failure.reintentar_en ?? 0, after(now, LONGEST_WAIT))
  return Math.max(spread, wanted) as Instant
}
