import type { PaymentMethod } from '#payment-methods/contract.ts'
import type { MethodKind } from '#payment-methods/methods.ts'
import type { Money, PayCurrency } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'
import { owedSum } from '../owed-sum.ts'

/** What the visitor has to pay by that method, in its currency; null when no rate was known. Without a method it is Bs. */
export function owedAmount(
  quote: Quote,
  kind: MethodKind | null,
  methods: PaymentMethod[],
): { monto: Money | null; monto_moneda: PayCurrency } {
  const method = methods.find((candidate) => candidate.tipo === kind && candidate.paginas.length > 0) ?? {
    moneda: defaultCurrency(kind),
    precio_por_boleto: null,
  }
  return { monto: owedSum(method, quote), monto_moneda: method.moneda }
}

/** Of a method that is disabled by now, or was not named. */
function defaultCurrency(kind: MethodKind | null): PayCurrency {
  return kind === 'zelle' || kind === 'binance' || kind === 'paypal' ? 'USD' : 'VES'
}
