import type { Instant } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'
import { readBankAmount } from '../../bank-amount.ts'
import { caracasInstant, isRecentDay, readBankDay } from '../../caracas-time.ts'
import type { MovementType } from '../../movement.ts'
import { payerBank, payerDocument, payerPhone } from '../../payer-words.ts'
import { type Fields, field, type Notified, notified, UNREADABLE, type Webhook } from './webhook.ts'

const TYPES: Record<string, MovementType> = { P2P: 'pago_movil', TRF: 'transferencia', DEP: 'deposito' }
const CURRENCIES: Record<string, PayCurrency> = { '928': 'VES', '840': 'USD', VES: 'VES', USD: 'USD' }

/**
 * BNC eSolutions, its notice of money that came in. It checks the address with GET first, and takes a shop off its list
 * that does not answer 200 immediately; it sends the same again and again.
 */
export const bnc: Webhook = {
  key: ({ 'x-api-key': key }) => (typeof key === 'string' ? key : undefined),
  read,
  answer: () => ({ status: 200, body: { status: 'OK' } }),
}

function read(fields: Fields, now: Instant): Notified {
  const tipo = TYPES[field(fields, 'PaymentType').toUpperCase()]
  const [origin, destiny] = [field(fields, 'OriginBankReference'), field(fields, 'DestinyBankReference')]
  if (tipo === undefined || origin + destiny === '') return UNREADABLE.body
  const centimos = readBankAmount(field(fields, 'Amount').replace(/^0+(?=\d)/, ''), 'punto')
  if (centimos === null) return UNREADABLE.amount
  const moneda = CURRENCIES[field(fields, 'CurrencyCode').replace(/^0+/, '').toUpperCase() || 'VES']
  if (moneda === undefined) return UNREADABLE.currency
  const dia = readBankDay(field(fields, 'Date', 'TxDate'))
  if (dia === null || !isRecentDay(dia, now)) return UNREADABLE.day
  // `943` is an hour that lost its zero; without any it is no midnight.
  const hora = field(fields, 'Hour', 'TxHour')
  const payer = {
    banco_origen: payerBank(field(fields, 'OriginBankCode')),
    telefono_origen: payerPhone(field(fields, 'ClientPhone')),
    documento_origen: payerDocument(field(fields, 'DebtorID')),
  }
  return notified(
    'bnc',
    field(fields, 'CreditorAccount'),
    [origin, destiny],
    { dia, centimos, ...payer },
    {
      ...{ tipo, moneda, en: hora === '' ? null : caracasInstant(dia, hora.padStart(4, '0')) },
      referencia: origin || destiny,
      referencia_otra: origin === '' || origin === destiny ? '' : destiny,
      concepto: field(fields, 'Concept').slice(0, 200),
    },
  )
}
