import { type Money, type Rate, times, toBolivares, toDollars } from '#platform/money.ts'
import type { Quote } from './contract.ts'

/** The rate that a quote is made with, and how the page names it. */
export interface QuoteRate {
  tasa: Rate
  nombre: string
  /** Day for which it was published, or empty. */
  fecha: string
  verificada: boolean
}

/** Price of that many tickets, in the raffle's currency, in Bs and in dollars. Pure: both runtimes reckon the same. */
export function makeQuote(
  raffle: { precio: Money; moneda: 'USD' | 'VES' },
  quantity: number,
  rate: QuoteRate | null,
): Quote {
  const total = times(raffle.precio, quantity)
  const inDollars = raffle.moneda === 'USD'
  return {
    cantidad_tickets: quantity,
    precio: raffle.precio,
    moneda: raffle.moneda,
    total,
    total_bs: inDollars ? (rate ? toBolivares(total, rate.tasa) : null) : total,
    total_usd: inDollars ? total : rate ? toDollars(total, rate.tasa) : null,
    tasa: rate?.tasa ?? null,
    tasa_nombre: rate?.nombre ?? '',
    tasa_fecha: rate?.fecha ?? '',
    tasa_verificada: rate?.verificada ?? false,
  }
}
