import type { PaymentMethod } from '#payment-methods/contract.ts'
import { FORM_RULES } from '#payment-methods/method-forms.ts'
import { METHOD_NAMES } from '#payment-methods/methods.ts'
import { paymentRows } from '#payment-methods/payment-rows.ts'
import { refusal } from '#platform/errors.ts'
import { centsOf, type Money, type PayCurrency } from '#platform/money.ts'
import type { Quote } from '#tickets/contract.ts'
import { owedSum, ownCents } from '../../owed-sum.ts'
import type { Report } from './read-report.ts'

const NONE = '0.00' as Money

interface Owed {
  /** In the method's currency; null when no rate was known. */
  monto: Money | null
  monto_moneda: PayCurrency
  /** The account shown to the buyer, as it is now: `0102 Banco de Venezuela · 0412-0000000`; null without a named method. */
  pagado_a: string | null
  /** 1 when a page offers that method, 0 when none does; null without a named method. */
  metodo_ofrecido: 0 | 1 | null
  /** The method itself, where it is still there. */
  metodo_id: number | null
  /** Of `monto`, those that tell it from others; 0 for none. */
  centimos_unicos: number
}

/** The amount that the visitor has to pay, and where. Without a method it is Bs., or the money in which an operator took cash. */
export function owedAmount(
  quote: Quote,
  { metodo_pago: kind, metodo_id }: Pick<Report, 'metodo_pago' | 'metodo_id'>,
  methods: PaymentMethod[],
  cash: 'USD' | 'VES' = 'VES',
): Owed {
  const ofKind = methods.filter(({ tipo }) => tipo === kind)
  // The account shown to the buyer stays, even if that method was switched off or replaced during the payment.
  const method = ofKind.find(({ id }) => id === metodo_id) ?? ofKind.find(({ paginas }) => paginas.length > 0)
  const money = method ?? { moneda: kind === null ? cash : FORM_RULES[kind].moneda, precio_por_boleto: null }
  return {
    monto: owedSum(money, quote),
    monto_moneda: money.moneda,
    pagado_a: kind === null ? null : method ? accountOf(method) : '',
    metodo_ofrecido: kind === null ? null : method && method.paginas.length > 0 ? 1 : 0,
    metodo_id: method?.id ?? null,
    centimos_unicos: Number(centsOf((method && ownCents(method, quote)) ?? NONE)),
  }
}

/**
 * A method that no page offers was shown to nobody, unless it was switched off during the payment: then the report names its id.
 * @throws AppError 422 METODO_NO_OFRECIDO
 */
export function checkMethod(
  { metodo_pago: kind, metodo_id }: Pick<Report, 'metodo_pago' | 'metodo_id'>,
  methods: PaymentMethod[],
): void {
  if (kind === null) return
  const ofKind = methods.filter(({ tipo }) => tipo === kind)
  if (ofKind.some(({ id, paginas }) => id === metodo_id || paginas.length > 0)) return
  const text = `Aquí no se recibe ${METHOD_NAMES[kind]}. Elige uno de los métodos que ofrece la página.`
  throw refusal('METODO_NO_OFRECIDO', { details: text, campos: { metodo_pago: text } })
}

/** Text that tells one account from another of its kind. */
function accountOf(method: PaymentMethod): string {
  return paymentRows({ ...method, cedula: '', nombre: '' })
    .map(({ shown }) => shown)
    .join(' · ')
}
