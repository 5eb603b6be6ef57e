import { hostname } from 'node:os'
import type { Clock, Instant } from '../clock.ts'
import { type Randomness, randomId } from './random.ts'

/** What one of the workers did last, on the monotonic clock in milliseconds: a clock that jumps changes nothing. */
export interface WorkerRun {
  /** Between the end of one round and the next. */
  every: number
  /** When its last round ended, or when it was begun where none has ended yet. */
  ended: number
  /** Since when every round has failed; null while they do not. */
  failing: number | null
}

/** What a process notices of itself and its surroundings while it runs. It is lost with the process; state/beat.ts tells the others. */
export interface Vitals {
  /** A name that no other process has. */
  readonly id: string
  /** Where it runs, for people: machine and number of the process. */
  readonly name: string
  /** Since when it serves visitors; null of the command line. */
  since: Instant | null
  /** How far our clock was ahead of another host's when that last answered, in milliseconds. */
  outside: { ahead: number; en: Instant } | null
  readonly workers: Map<string, WorkerRun>
}

export function createVitals(random: Randomness): Vitals {
  return {
    id: randomId(random),
    name: `${hostname()} · ${process.pid}`,
    since: null,
    outside: null,
    workers: new Map(),
  }
}

/**
 * Reads off every answer of other hosts what time it is there: they are asked anyway. The header counts whole seconds, and the answer was on its way.
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

/** Runs one round of a worker and notes how it ended. @param every milliseconds until the next one. */
export async function noteRound<T>(
  { workers }: Vitals,
  name: string,
  every: number,
  round: () => Promise<T>,
): Promise<T> {
  const before = workers.get(name) ?? { every, ended: performance.now(), failing: null }
  workers.set(name, before)
  const end = (failed: boolean) => {
    const ended = performance.now()
    workers.set(name, { every, ended, failing: failed ? (before.failing ?? ended) : null })
  }
  try {
    const value = await round()
    end(false)
    return value
  } catch (error) {
    end(true)
    throw error
  }
}
