import type { PaymentMethod } from '#payment-methods/contract.ts'
import { formatMoney, type Money, type PayCurrency, parseMoney } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'
import { owedSum } from '../../owed-sum.ts'

/** What to pay by one method. */
export interface Owed {
  amount: Money
  currency: PayCurrency
  /** As it is printed. */
  text: string
  /** No rate was known: the bolívares shown equal the dollars (specification, section 8) and support has to confirm. */
  unverified: boolean
}

/** What the quote asks for in the method's currency, or null when that cannot be known. */
export function owed(method: Pick<PaymentMethod, 'moneda' | 'precio_por_boleto'>, quote: Quote): Owed | null {
  const known = owedSum(method, quote)
  const amount = known ?? (method.moneda === 'VES' ? parseMoney(quote.total) : null)
  // What costs nothing by a method cannot be paid by it: the server refuses it too.
  if (amount === null || amount === '0.00') return null
  return { amount, currency: method.moneda, text: formatMoney(amount, method.moneda), unverified: known === null }
}
