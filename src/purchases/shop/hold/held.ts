import type { Quote } from '#tickets/contract.ts'

/** The tickets that wait while the visitor pays. */
export interface Hold {
  /** Null on a host that keeps no holds: the countdown is then only the page's. */
  token: string | null
  numbers: readonly string[]
  quote: Quote
  renewable: boolean
  /** Nothing could be set aside: his report gets its tickets before those who only set some aside. */
  unheld?: boolean
  /** Somebody who reported a payment got its tickets. */
  ceded?: boolean
  /** Seconds that were left at `since`, on the page's monotonic clock in milliseconds. */
  seconds: number
  since: number
}
