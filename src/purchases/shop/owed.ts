import type { PaymentMethod } from '#payment-methods/contract.ts'
import { formatAmount, formatBolivares, formatDollars, type Money, parseMoney, times } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'

/** What to pay by one method. */
export interface Owed {
  amount: Money
  /** As it is printed. */
  text: string
  /** No rate was known: the bolívares shown equal the dollars (specification, section 8) and support has to confirm. */
  unverified: boolean
}

/** What the quote asks for in the method's currency, or null when that cannot be known. */
export function owed(method: Pick<PaymentMethod, 'moneda' | 'precio_por_boleto'>, quote: Quote): Owed | null {
  switch (method.moneda) {
    case 'VES':
      return printed(quote.total_bs ?? quote.total, formatBolivares, quote.total_bs === null)
    case 'USD':
      return printed(quote.total_usd, formatDollars)
    case 'COP': {
      const price = parseMoney(method.precio_por_boleto ?? '')
      return price && printed(times(price, quote.cantidad_tickets), (total) => `COP\u00a0${formatAmount(total)}`)
    }
  }
}

function printed(text: string | null, format: (amount: Money) => string, unverified = false): Owed | null {
  const amount = text === null ? null : parseMoney(text)
  return amount && { amount, text: format(amount), unverified }
}

/** The total in the raffle's own currency. */
export function totalText(quote: Quote): string {
  const total = parseMoney(quote.total)
  if (total === null) return ''
  return quote.moneda === 'USD' ? formatDollars(total) : formatBolivares(total)
}
