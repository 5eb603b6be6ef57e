import { formatMoney, parseMoney } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'

/** The total in the raffle's own currency. */
export function totalText(quote: Quote): string {
  const total = parseMoney(quote.total)
  return total === null ? '' : formatMoney(total, quote.moneda)
}
