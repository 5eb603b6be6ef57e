import type { RaffleFields } from '../../contract.ts'
import { draftOf, FIELD_LABELS } from '../../raffle-draft.ts'

const PRICES = ['precio', 'moneda', 'tasa_usd'] as const

/** What of a change sets what buyers pay: `Precio por boleto: 5,00 → 3,00`. None when nothing does. */
export function priceLines(before: RaffleFields, changes: Partial<RaffleFields>): string[] {
  const [was, is] = [draftOf(before), draftOf({ ...before, ...changes })]
  return PRICES.filter((field) => was[field] !== is[field]).map(
    (field) => `${FIELD_LABELS[field]}: ${was[field] || 'la vigente'} → ${is[field] || 'la vigente'}`,
  )
}
