import { after, type Instant } from '#platform/clock.ts'

export const DAY = 24 * 3_600_000
/** Copies leave in portions of so many milliseconds. */
export const PORTION = 10 * 60_000

/** Mails that a mail account may be said to let leave in a day. */
export const LEAST_DAILY = 50
export const MOST_DAILY = 1_000_000

/** Mails that a mail account lets leave in a day, where nobody has said: what Gmail gives for nothing. */
export const USUAL_DAILY = 500

/** What letters to many may take of what a mail account lets leave in a day. */
interface Pace {
  /** Copies in any 24 hours. */
  cartas: number
  /** They wait when so many mails of all kinds have left in the last 24 hours: the rest is for payments. */
  entre_todos: number
  /** Copies in any ten minutes. */
  tanda: number
}

/** @param daily mails that the account lets leave in a day. */
export function paceOf(daily: number): Pace {
  const cartas = Math.floor(daily * 0.6)
  return { cartas, entre_todos: Math.floor(daily * 0.8), tanda: Math.ceil(cartas / 36) }
}

/** What has left of late. */
export interface Lately {
  /** Copies in the last 24 hours, and in the last ten minutes. */
  cartas: number
  tanda: number
  /** Mails of all kinds in the last 24 hours. */
  todos: number
}

/** How many copies may leave now, 0 when they have to wait. */
export function roomFor(daily: number, lately: Lately): number {
  const { cartas, entre_todos, tanda } = paceOf(daily)
  return Math.max(0, Math.min(cartas - lately.cartas, entre_todos - lately.todos, tanda - lately.tanda))
}

/**
 * When so many copies will have left, if nothing comes between: portions until the day's are used, and so on every day.
 * @param left copies that have not.
 */
export function expectedEnd(
  now: Instant,
  left: number,
  daily: number,
  lately: Pick<Lately, 'cartas' | 'todos'>,
): Instant {
  const { cartas, entre_todos, tanda } = paceOf(daily)
  const today = Math.max(0, Math.min(cartas - lately.cartas, entre_todos - lately.todos))
  const inPortions = (count: number) => Math.ceil(count / tanda) * PORTION
  if (left <= today) return after(now, inPortions(left))
  const days = Math.ceil((left - today) / cartas)
  return after(now, days * DAY + inPortions(left - today - (days - 1) * cartas))
}

/** How many of so many copies will not have left by then, if nothing comes between. @param end null where they always help. */
export function tooLate(
  end: Instant | null,
  now: Instant,
  left: number,
  daily: number,
  lately: Pick<Lately, 'cartas' | 'todos'>,
): number {
  let [some, tooMany] = [0, left + 1]
  while (end !== null && tooMany - some > 1) {
    const count = Math.floor((some + tooMany) / 2)
    if (expectedEnd(now, count, daily, lately) <= end) some = count
    else tooMany = count
  }
  return end === null ? 0 : left - some
}
