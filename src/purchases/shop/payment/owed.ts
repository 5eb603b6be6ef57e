import { formatMoney, type Money, type PayCurrency, parseMoney, parseRate } from '#platform/money.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { Quote } from '#tickets/contract.ts'
import { makeQuote } from '#tickets/quote.ts'
import { owedSum, type PaidMethod } from '../../owed-sum.ts'

/** Amount due by one method. */
export interface Owed {
  amount: Money
  currency: PayCurrency
  /** As it is printed. */
  text: string
  /** No rate was known: the bolívares shown equal the dollars (specification, section 8) and support has to confirm. */
  unverified: boolean
}

/** Amount of the quote in the method's currency, or null when that cannot be known. */
export function owed(method: PaidMethod, quote: Quote): Owed | null {
  const known = owedSum(method, quote)
  const amount = known ?? (method.moneda === 'VES' ? parseMoney(quote.total) : null)
  // A method with the amount zero cannot be used to pay: the server refuses it too.
  if (amount === null || amount === '0.00') return null
  return { amount, currency: method.moneda, text: formatMoney(amount, method.moneda), unverified: known === null }
}

/**
 * A quote from the raffle's own answer, before the server has frozen one.
 * @param fecha day of the rate, where it is known.
 */
export function estimate(
  { precio, moneda, tasa_usd }: Pick<RaffleAnswer, 'precio' | 'moneda' | 'tasa_usd'>,
  quantity: number,
  fecha = '',
): Quote {
  const price = parseMoney(`${precio}`) ?? ('0.00' as Money)
  const tasa = parseRate(tasa_usd ?? '')
  return makeQuote({ precio: price, moneda }, quantity, tasa && { tasa, nombre: '', fecha, verificada: true })
}
