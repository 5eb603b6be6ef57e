import { formatBolivares, formatDollars, type Money, parseMoney, parseRate, type Rate } from '#platform/money.ts'
import type { RaffleAnswer } from '#raffles/contract.ts'
import { makeQuote } from './quote.ts'

/** Bs per dollar when no rate is known (specification, section 9): only for the page's display, always with a notice. */
export const FALLBACK_RATE = '36' as Rate

/** Basis of a price, as the API sends it. */
export type Priced = Pick<RaffleAnswer, 'precio' | 'moneda' | 'tasa_usd'>

/**
 * Price of that many tickets, as the page prints it: in the raffle's own currency, in the other one (null when that cannot be known), and in
 * bolívares. A raffle in dollars without a rate uses the fallback; one in Bs then shows no dollars.
 */
export function amountTexts(priced: Priced, quantity: number) {
  const precio = parseMoney(priced.precio) ?? ('0.00' as Money)
  const known = priced.tasa_usd === null ? null : parseRate(priced.tasa_usd)
  const tasa = known ?? (priced.moneda === 'USD' ? FALLBACK_RATE : null)
  const rate = tasa === null ? null : { tasa, nombre: '', fecha: '', verificada: known !== null }
  const quote = makeQuote({ precio, moneda: priced.moneda }, quantity, rate)
  const dollars = text(quote.total_usd, formatDollars)
  const bolivares = text(quote.total_bs, formatBolivares) ?? ''
  return priced.moneda === 'USD'
    ? { own: dollars ?? '', other: bolivares, bolivares }
    : { own: bolivares, other: dollars, bolivares }
}

function text(amount: string | null, format: (money: Money) => string): string | null {
  const money = amount === null ? null : parseMoney(amount)
  return money === null ? null : format(money)
}

/** From `Bs. 9.999.999,99` on, a total is printed smaller (`data-long`), so that it stays in one line with 'Comprar'. */
export function isLong(amount: string): true | undefined {
  return amount.length > 16 || undefined
}
