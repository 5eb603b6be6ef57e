import { type Money, parseMoney, parseRate } from '#platform/money.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import type { Quote } from '#tickets/contract.ts'
import { makeQuote } from '#tickets/quote.ts'

/**
 * What the raffle's own answer lets the page reckon, before the server has frozen a quote.
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
