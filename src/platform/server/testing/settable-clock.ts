import type { Clock, Instant } from '../../clock.ts'

/** A clock that only the test moves. */
export interface SettableClock extends Clock {
  set(instant: number | string): void
  /** @param milliseconds how far to move it. */
  advance(milliseconds: number): void
}

/** @param start milliseconds since 1970, or ISO text. */
export function settableClock(start: number | string): SettableClock {
  let current = read(start)
  return {
    now: () => current,
    set: (instant) => {
      current = read(instant)
    },
    advance: (milliseconds) => {
      current = (current + milliseconds) as Instant
    },
  }
}

function read(instant: number | string): Instant {
  const value = typeof instant === 'number' ? instant : Date.parse(instant)
  if (Number.isNaN(value)) throw new Error(`not an instant: ${instant}`)
  return value as Instant
}
