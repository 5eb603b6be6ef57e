import { formatDay, parseDay } from '#platform/clock.ts'
import { formatRate, parseRate } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'

/** `Tasa BCV euro · Bs. 671,42 · 20 de noviembre`, or empty for a quote without a rate. */
export function rateText(quote: Pick<Quote, 'tasa' | 'tasa_nombre' | 'tasa_fecha'>): string {
  const rate = parseRate(quote.tasa ?? '')
  if (rate === null) return ''
  const day = parseDay(quote.tasa_fecha)
  return [quote.tasa_nombre || 'Tasa', `Bs.\u00a0${formatRate(rate)}`, day && formatDay(day)]
    .filter(Boolean)
    .join(' · ')
}
