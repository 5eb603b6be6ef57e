import type { Instant } from '#platform/clock.ts'
import { readBankAmount } from '../../bank-amount.ts'
import { caracasInstant, isRecentDay, readBankDay } from '../../caracas-time.ts'
import { payerBank, payerPhone } from '../../payer-words.ts'
import { type Fields, field, type Notified, notified, UNREADABLE, type Webhook } from './webhook.ts'

/** Its codes of a good payment, here and in its list. */
const GOOD = ['000', '500', '']

/** Bancamiga, its notice of a Pago Móvil. It sends it again until the answer has its own `Refpk`. */
export const bancamiga: Webhook = {
  key: ({ authorization }) =>
    authorization === undefined ? undefined : String(authorization).replace(/^Bearer /i, ''),
  read,
  answer: (_, fields) => ({ status: 200, body: { Code: 200, Refpk: field(fields, 'Refpk') } }),
}

function read(fields: Fields, now: Instant): Notified {
  const referencia = field(fields, 'NroReferencia', 'NroReferenciaCorto')
  if (!/\d{4}/.test(referencia)) return UNREADABLE.body
  if (!GOOD.includes(field(fields, 'Status'))) return { es: 'descartado', motivo: 'El banco no lo da por bueno.' }
  const centimos = readBankAmount(field(fields, 'Amount'), 'explicito')
  if (centimos === null) return UNREADABLE.amount
  const dia = readBankDay(field(fields, 'FechaMovimiento'))
  if (dia === null || !isRecentDay(dia, now)) return UNREADABLE.day
  const payer = {
    banco_origen: payerBank(field(fields, 'BancoOrig')),
    telefono_origen: payerPhone(field(fields, 'PhoneOrig')),
  }
  const en = caracasInstant(dia, field(fields, 'HoraMovimiento'))
  const more = { en, referencia, concepto: field(fields, 'Descripcion').slice(0, 200) }
  return notified('bancamiga', field(fields, 'PhoneDest'), [referencia], { dia, centimos, ...payer }, more)
}
