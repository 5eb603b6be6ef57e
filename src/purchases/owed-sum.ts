import type { PaymentMethod } from '#payment-methods/contract.ts'
import { type Money, parseMoney, times } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'

/** What the quote asks for in a method's currency, or null when no rate was known. Both runtimes reckon with this one. */
export function owedSum(method: Pick<PaymentMethod, 'moneda' | 'precio_por_boleto'>, quote: Quote): Money | null {
  switch (method.moneda) {
    case 'VES':
      return parseMoney(quote.total_bs ?? '')
    case 'USD':
      return parseMoney(quote.total_usd ?? '')
    case 'COP': {
      const price = parseMoney(method.precio_por_boleto ?? '')
      return price && times(price, quote.cantidad_tickets)
    }
  }
}
