import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { Hold } from './hold/held.ts'
import type { Sent } from './report/sent.ts'

/** What the page gives the purchase. */
export interface PurchaseProps {
  page: SalesPage
  raffle: RaffleAnswer
  site: SiteSettings
  quantity: number
  mode: 'automatica' | 'manual'
  /** The sale ended while the page is open. */
  over: boolean
  onClose: () => void
  /** The purchase was reported: the page may start anew. */
  onFinished: () => void
}

/** Where the visitor is. Each has exactly one dialog. */
type Step = 'too-few' | 'reopen' | 'amount' | 'numbers' | 'method' | 'payment' | 'expired' | 'done'

/** What is known of the purchase so far. Going back to a step loses none of it. */
export interface Purchase {
  step: Step
  /** The page's picker goes back to two once the purchase is reported, while this still says how many were bought. */
  ordered: number
  byHand: boolean
  numbers: readonly string[]
  /** Picked numbers that somebody else has now. */
  taken?: readonly string[]
  method?: PaymentMethod | null
  hold?: Hold | null
  /** What gives the hold before this one back: its numbers may be wanted again. */
  released?: Promise<unknown>
  /** The countdown is over and the visitor says that he had paid before. */
  late?: boolean
  proof?: File | null
  sent?: Sent
}

/** A purchase and what its steps may do with it. */
export interface Flow extends PurchaseProps {
  purchase: Purchase
  change: (part: Partial<Purchase>) => void
  /** The names of the steps, for the track. */
  steps: readonly string[]
  /** False once the purchase was closed, for what comes back from the server after that. */
  alive: { readonly current: boolean }
  close: () => void
}
