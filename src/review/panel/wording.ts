import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { addMoney, formatMoney, type Money, type PayCurrency, parseMoney } from '#platform/money.ts'
import type { PurchaseState } from '#purchases/contract.ts'
import type { Check, ReviewItem } from '../contract.ts'

/** `Bs. 20.142,71`, `$30,00`, `COP 8.000,00`; what is no amount is shown as it came. */
export function formatSum(amount: string, currency: PayCurrency): string {
  const money = parseMoney(amount)
  return money === null ? amount : formatMoney(money, currency)
}

/** What the payments come to, one sum for each currency: `Bs. 20.142,71`, `$30,00`. */
export function sumsOf(items: readonly Pick<ReviewItem, 'monto' | 'monto_moneda'>[]): string[] {
  const sums = new Map<PayCurrency, Money>()
  for (const { monto, monto_moneda } of items) {
    const money = monto === null ? null : parseMoney(monto)
    const before = sums.get(monto_moneda)
    if (money !== null) sums.set(monto_moneda, before === undefined ? money : addMoney(before, money))
  }
  return [...sums].map(([currency, sum]) => formatMoney(sum, currency))
}

export function methodName(method: ReviewItem['metodo_pago']): string {
  return method === null ? 'Método sin indicar' : METHOD_TITLES[method]
}

export function ticketCount(count: number): string {
  return count === 1 ? '1 boleto' : `${count} boletos`
}

/** `0412-000-3318` of `04120003318`. */
export function formatPhone(phone: string): string {
  return /^\d{11}$/.test(phone) ? `${phone.slice(0, 4)}-${phone.slice(4, 7)}-${phone.slice(7)}` : phone
}

/** `1 grave · 2 avisos · 3 bien` */
export function countChecks(checks: readonly Check[]): string {
  const count = (level: Check['nivel']) => checks.filter((check) => check.nivel === level).length
  const warnings = count('aviso')
  return [
    count('grave') > 0 ? `${count('grave')} grave${count('grave') > 1 ? 's' : ''}` : '',
    warnings > 0 ? `${warnings} aviso${warnings > 1 ? 's' : ''}` : '',
    count('bien') > 0 ? `${count('bien')} bien` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

export const STATE_NAMES: Record<PurchaseState, string> = {
  'en revision': 'En revisión',
  confirmado: 'Confirmada',
  rechazado: 'Rechazada',
  anulado: 'Anulada',
}
