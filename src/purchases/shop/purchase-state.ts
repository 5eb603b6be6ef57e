import type { PaymentMethod, SalesPage } from '#payment-methods/contract.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { SiteSettings } from '#site/contract.ts'
import type { Quote } from '#tickets/contract.ts'
import type { CedulaPrefix } from '../cedula.ts'
import type { PurchaseAnswer } from '../contract.ts'
import type { PayerFields, PersonFields } from '../rules.ts'

/** Props from the page. */
export interface PurchaseProps {
  page: SalesPage
  raffle: RaffleAnswer
  site: SiteSettings
  quantity: number
  mode: 'automatica' | 'manual'
  /** The sale ended while the page is open. */
  over: boolean
  onClose: () => void
  /** The purchase was reported: the page may start again. */
  onFinished: () => void
}

/** Where the visitor is. Each has exactly one dialog. */
type Step = 'too-few' | 'reopen' | 'amount' | 'numbers' | 'method' | 'payment' | 'expired' | 'done'

/** The known part of the purchase. Going back to a step loses none of it. */
export interface Purchase {
  step: Step
  /** The page's picker goes back to two once the purchase is reported, while this still has the bought quantity. */
  ordered: number
  byHand: boolean
  numbers: readonly string[]
  /** Picked numbers that somebody else has now. */
  taken?: readonly string[]
  method?: PaymentMethod | null
  hold?: Hold | null
  /** Gives back the previous hold: its numbers may be wanted again. */
  released?: Promise<unknown>
  /** The countdown is over and the visitor claims an earlier payment. */
  late?: boolean
  proof?: File | null
  /** The buyer was leaving from a step before the payment, where the typed data are: the dialog opens there. */
  leaving?: boolean
  sent?: Sent
}

/** A purchase and the functions of its steps. */
export interface Flow extends PurchaseProps {
  purchase: Purchase
  change: (part: Partial<Purchase>) => void
  /** The names of the steps, for the track. */
  steps: readonly string[]
  /** False once the purchase was closed, for later answers of the server. */
  alive: { readonly current: boolean }
  close: () => void
}

/** Data typed by the visitor. `fecha` is empty while it is today; the file is never part of it. */
export interface Draft extends PersonFields, PayerFields {
  prefijo: CedulaPrefix
}

/** The report, to show it once more. */
export interface Sent {
  answer: Partial<PurchaseAnswer>
  quantity: number
  /** Of the report sent now; where it had arrived before, the form may have changed by now. */
  amount?: string
  reference?: string
  mail?: string
  /** The typed data. */
  person?: Draft
}

/** The tickets that wait while the visitor pays. */
export interface Hold {
  /** Null where nothing is set aside, as on a host that keeps no holds: the countdown is then only the page's. */
  token: string | null
  numbers: readonly string[]
  quote: Quote
  renewable: boolean
  /** Nothing could be set aside: this buyer's report gets its tickets before those who only set some aside. */
  unheld?: boolean
  /** Somebody who reported a payment got its tickets. */
  ceded?: boolean
  /** Seconds that were left at `since`, on the page's monotonic clock in milliseconds. */
  seconds: number
  since: number
}
