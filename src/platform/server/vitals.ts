import { hostname } from 'node:os'
import type { Clock, Instant } from '../clock.ts'
import { type Randomness, randomId } from './random.ts'

/**
 * Observations of a process about itself and its surroundings while it runs. They are lost with the process; state/processes.ts stores them for the
 * others.
 */
export interface Vitals {
  /** A name that no other process has. */
  readonly id: string
  /** Where it runs, for people: machine and number of the process. */
  readonly name: string
  /** Since when it serves visitors; null of the command line. */
  since: Instant | null
  /** How far our clock was ahead of another host's when that last answered, in milliseconds. */
  outside: { ahead: number; en: Instant } | null
}

export function createVitals(random: Randomness): Vitals {
  return {
    id: randomId(random),
    name: `${hostname()} · ${process.pid}`,
    since: null,
    outside: null,
  }
}

/**
 * Reads other hosts' time off every answer: the requests are made anyway. The header counts whole seconds, and the answer was on its way.
 * @returns the same way out.
 */
export function noticeTime(fetch: typeof globalThis.fetch, clock: Clock, vitals: Vitals): typeof globalThis.fetch {
  return async (...asked) => {
    const answer = await fetch(...asked)
    const there = Date.parse(answer.headers.get('date') ?? '')
    if (!Number.isNaN(there)) {
      const en = clock.now()
      vitals.outside = { ahead: en - there, en }
    }
    return answer
  }
}
