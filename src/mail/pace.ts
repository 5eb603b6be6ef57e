/** The pace of letters to many: the rest of a mail account's day is for the mails of payments. */

export const DAY = 24 * 3_600_000
/** Copies leave in portions of so many milliseconds. */
export const PORTION = 10 * 60_000

/** Limits of the daily allowance that an operator may set. */
export const LEAST_DAILY = 50
export const MOST_DAILY = 1_000_000

/** Mails that a mail account lets leave in a day, if not set: Gmail's free allowance. */
export const USUAL_DAILY = 500

/** Copies wait when so many mails of all kinds have left in the last 24 hours. @param daily mails that the account lets leave in a day. */
export const shareOf = (daily: number): number => Math.floor(daily * 0.6)

/** Copies in any ten minutes: the day's leave within six hours. */
export const portionOf = (daily: number): number => Math.ceil(shareOf(daily) / 36)

/** Mails sent recently. */
export interface Lately {
  /** Copies in the last ten minutes. */
  tanda: number
  /** Mails of all kinds in the last 24 hours. */
  todos: number
}

/** How many copies may leave now, 0 when they have to wait. */
export function roomFor(daily: number, { tanda, todos }: Lately): number {
  return Math.max(0, Math.min(shareOf(daily) - todos, portionOf(daily) - tanda))
}
