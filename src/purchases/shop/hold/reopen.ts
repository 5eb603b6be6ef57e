import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { readKept } from '../form/draft.ts'
import { offeredMethods } from '../payment/offered-methods.ts'
import type { Hold } from './held.ts'
import { resumeHold } from './hold.ts'
import { fullMethod } from './hold-tickets.ts'

/** An unfinished payment as it was left. */
interface Reopened {
  /** Null when its time is over. */
  hold: Hold | null
  /** Null when it is no longer offered: another has to be chosen. */
  method: PaymentMethod | null
}

/**
 * What a tab that was reloaded, or closed by the system behind the bank's app, had open.
 * @throws CallFailure when nobody answers.
 */
export async function reopen(
  page: SalesPage,
  raffle: RaffleAnswer,
  kept: ReturnType<typeof readKept>,
): Promise<Reopened> {
  const [hold, methods] = await Promise.all([resumeHold(kept.hold ?? '', raffle), offeredMethods(page)])
  const method = methods.find(({ id }) => id === kept.method)
  return { hold, method: method ? fullMethod(method) : null }
}
