import { METHOD_NAMES, type MethodKind } from '#payment-methods/methods.ts'
import { addMoney, formatMoney, type Money, type PayCurrency, parseMoney } from '#platform/money.ts'
import type { PurchaseLine } from '../panel-contract.ts'

/** `Bs. 20.142,71`, `$30,00`, `COP 8.000,00`; a text that is no amount is shown as it came. */
export function formatSum(amount: string, currency: PayCurrency): string {
  const money = parseMoney(amount)
  return money === null ? amount : formatMoney(money, currency)
}

/** Amount due, in the currency of the method; where no rate was known, the price in the raffle's. */
export function sumOf({
  monto,
  monto_moneda,
  total,
  moneda,
}: Pick<PurchaseLine, 'monto' | 'monto_moneda' | 'total' | 'moneda'>): string {
  return monto === null ? formatSum(total, moneda) : formatSum(monto, monto_moneda)
}

/** @param seller name of the vendor, or empty: sold by hand without a method, it was cash. */
export function methodName(method: MethodKind | null, seller: string): string {
  if (method !== null) return METHOD_NAMES[method]
  return seller === '' ? 'Método sin indicar' : 'Efectivo'
}

/** `0412-000-3318` of `04120003318`. */
export function formatPhone(phone: string): string {
  return /^\d{11}$/.test(phone) ? `${phone.slice(0, 4)}-${phone.slice(4, 7)}-${phone.slice(7)}` : phone
}

/** Sum of the payments, one for each currency: `Bs. 20.142,71`, `$30,00`. */
export function sumsOf(items: readonly { monto: string | null; monto_moneda: PayCurrency }[]): string[] {
  const sums = new Map<PayCurrency, Money>()
  for (const { monto, monto_moneda } of items) {
    const money = monto === null ? null : parseMoney(monto)
    const before = sums.get(monto_moneda)
    if (money !== null) sums.set(monto_moneda, before === undefined ? money : addMoney(before, money))
  }
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency))
}
