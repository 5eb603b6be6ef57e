import type { PaymentMethod } from '#payment-methods/contract.ts'
import { addMoney, type Money, parseMoney, times } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'

/** One without an id is none of the house's accounts, as cash. */
export type PaidMethod = Pick<PaymentMethod, 'moneda' | 'precio_por_boleto'> & { id?: number }

/** Céntimos that tell a payment by that method from all others, or null. */
export function ownCents({ id }: Pick<PaidMethod, 'id'>, { centimos }: Quote): Money | null {
  return centimos && centimos.metodo_id === id ? parseMoney(centimos.monto) : null
}

/**
 * Céntimos by which a payment in bolívares may differ from the amount due, because banks and people round. The page shows it, and the rules apply it.
 */
export function roundedOff(cents: number): number {
  return Math.min(100, Math.floor(cents / 1000))
}

/** Amount of the quote in a method's currency, or null when no rate was known. Both runtimes use this function. */
export function owedSum(method: PaidMethod, quote: Quote): Money | null {
  switch (method.moneda) {
    case 'VES': {
      const total = parseMoney(quote.total_bs ?? '')
      const cents = ownCents(method, quote)
      return total && cents ? addMoney(total, cents) : total
    }
    case 'USD':
      return parseMoney(quote.total_usd ?? '')
    case 'COP': {
      const price = parseMoney(method.precio_por_boleto ?? '')
      return price && times(price, quote.cantidad_tickets)
    }
  }
}
