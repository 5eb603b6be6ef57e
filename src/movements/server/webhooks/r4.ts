import { dayInCaracas, type Instant } from '#platform/clock.ts'
import { readBankAmount } from '../../bank-amount.ts'
import { isRecentDay } from '../../caracas-time.ts'
import { payerBank, payerDocument, payerPhone } from '../../payer-words.ts'
import { type Fields, field, type Notified, notified, UNREADABLE, type Webhook } from './webhook.ts'

const GOOD = '00'
/** Codes of refusals in the network of payments: two digits as of cards, `51` for no funds. */
const REFUSED = /^(?!00)\d{2}$/
/** With a zone: an hour without one would be of nobody's clock. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

/**
 * R4 Conecta, its notice of money that came in (`R4notifica`). Its question before (`R4consulta`) is answered in intake-routes.ts:
 * a no reverses the payer's payment.
 */
export const r4: Webhook = {
  key: ({ authorization }) => authorization as string | undefined,
  read,
  // A no gives the payment up: only for payments that the network refused, which are money for nobody here either.
  answer: (_, fields) => ({ status: 200, body: { abono: !REFUSED.test(field(fields, 'CodigoRed')) } }),
}

function read(fields: Fields, now: Instant): Notified {
  const referencia = field(fields, 'Referencia')
  if (!/\d{4}/.test(referencia)) return UNREADABLE.body
  const network = field(fields, 'CodigoRed')
  if (REFUSED.test(network)) return { es: 'descartado', motivo: 'El banco no lo da por bueno.' }
  if (network !== GOOD) return { es: 'ilegible', motivo: 'No dice si el banco lo da por bueno: míralo en la cuenta.' }
  const centimos = readBankAmount(field(fields, 'Monto'), 'punto')
  if (centimos === null) return UNREADABLE.amount
  const when = field(fields, 'FechaHora')
  const en = (INSTANT.test(when) ? Date.parse(when) : Number.NaN) as Instant
  if (Number.isNaN(en) || !isRecentDay(dayInCaracas(en), now)) return UNREADABLE.day
  const dia = dayInCaracas(en)
  const sender = field(fields, 'TelefonoEmisor')
  const payer = {
    banco_origen: payerBank(field(fields, 'BancoEmisor')),
    telefono_origen: payerPhone(sender),
    documento_origen: payerDocument(sender),
  }
  const more = { en, referencia, concepto: field(fields, 'Concepto').slice(0, 200) }
  return notified('r4', field(fields, 'TelefonoComercio'), [referencia], { dia, centimos, ...payer }, more)
}
