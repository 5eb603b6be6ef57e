import { METHOD_TITLES, type MethodKind } from '#payment-methods/methods.ts'
import { formatMoney, type PayCurrency, parseMoney } from '#platform/money.ts'

/** `Bs. 20.142,71`, `$30,00`, `COP 8.000,00`; what is no amount is shown as it came. */
export function formatSum(amount: string, currency: PayCurrency): string {
  const money = parseMoney(amount)
  return money === null ? amount : formatMoney(money, currency)
}

/** @param referencia of the payment: only cash has none. */
export function methodName(method: MethodKind | null, referencia?: string): string {
  if (method !== null) return METHOD_TITLES[method]
  return referencia === '' ? 'Efectivo' : 'Método sin indicar'
}

export function ticketCount(count: number): string {
  return count === 1 ? '1 boleto' : `${count} boletos`
}

/** `0412-000-3318` of `04120003318`. */
export function formatPhone(phone: string): string {
  return /^\d{11}$/.test(phone) ? `${phone.slice(0, 4)}-${phone.slice(4, 7)}-${phone.slice(7)}` : phone
}
