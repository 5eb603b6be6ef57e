import { formatDay, parseDay } from '#platform/clock.ts'
import { formatRate, parseRate } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'

/** `Tasa BCV euro · Bs. 671,42 · 20 de noviembre`, as far as it is known; empty for a quote without a rate. */
export function rateText(quote: Pick<Quote, 'tasa' | 'tasa_nombre' | 'tasa_fecha'>): string {
  const rate = parseRate(quote.tasa ?? '')
  if (rate === null) return ''
  const bolivares = `Bs.\u00a0${formatRate(rate)}`
  const named = quote.tasa_nombre === '' ? `Tasa ${bolivares}` : `${quote.tasa_nombre} · ${bolivares}`
  const day = parseDay(quote.tasa_fecha)
  return day === null ? named : `${named} · ${formatDay(day)}`
}
