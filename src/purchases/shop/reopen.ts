import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { readKept } from './draft.ts'
import { type Hold, resumeHold } from './hold.ts'
import { offeredMethods } from './offered-methods.ts'

/** An unfinished payment as it was left. */
export interface Reopened {
  /** Null when its time is over. */
  hold: Hold | null
  method: PaymentMethod | null
  byHand: boolean
}

/**
 * What a tab that was reloaded, or closed by the system behind the bank's app, had open.
 * @returns null when its payment method is no longer offered while the tickets are still held: another has to be chosen.
 * @throws CallFailure when nobody answers.
 */
export async function reopen(
  page: SalesPage,
  raffle: RaffleAnswer,
  kept: ReturnType<typeof readKept>,
): Promise<Reopened | null> {
  const [hold, methods] = await Promise.all([resumeHold(kept.hold ?? '', raffle), offeredMethods(page)])
  const method = methods.find(({ id }) => id === kept.method) ?? null
  return hold && !method ? null : { hold, method, byHand: kept.byHand ?? false }
}
