import type { MethodKind, PaymentMethod } from '#payment-methods/contract.ts'
import type { Money } from '#platform/money.ts'
import { parseMoney, times } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'

/** What the visitor has to pay by that method, in its currency; null when no rate was known. Without a method it is Bs. */
export function owedAmount(
  quote: Quote,
  kind: MethodKind | null,
  methods: PaymentMethod[],
): { monto: Money | null; monto_moneda: 'VES' | 'USD' | 'COP' } {
  const method = methods.find((candidate) => candidate.tipo === kind && candidate.paginas.length > 0)
  switch (method?.moneda ?? defaultCurrency(kind)) {
    case 'VES':
      return { monto: quote.total_bs as Money | null, monto_moneda: 'VES' }
    case 'USD':
      return { monto: quote.total_usd as Money | null, monto_moneda: 'USD' }
    case 'COP': {
      const price = parseMoney(method?.precio_por_boleto ?? '')
      return { monto: price === null ? null : times(price, quote.cantidad_tickets), monto_moneda: 'COP' }
    }
  }
}

function defaultCurrency(kind: MethodKind | null): 'VES' | 'USD' {
  return kind === 'zelle' || kind === 'binance' || kind === 'paypal' ? 'USD' : 'VES'
}
