import type { PurchaseAnswer } from '../../contract.ts'
import type { Draft } from '../form/typed.ts'

/** What was reported, to show it once more. */
export interface Sent {
  answer: Partial<PurchaseAnswer>
  quantity: number
  /** Of what is sent now; where it had arrived before, the form may say something else by now. */
  amount?: string
  reference?: string
  mail?: string
  /** What was typed. */
  person?: Draft
}
