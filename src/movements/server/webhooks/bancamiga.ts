import type { Instant } from '#platform/clock.ts'
import { readBankAmount } from '../../bank-amount.ts'
import { caracasInstant, isRecentDay, readBankDay } from '../../caracas-time.ts'
import { UNSAID } from '../../movement.ts'
import { payerBank, payerPhone } from '../../payer-words.ts'
import { type Fields, field, type Notified, UNREADABLE, type Webhook } from './webhook.ts'

/** What it calls a payment that is good, here and in its list. */
const GOOD = ['000', '500', '']

/** Bancamiga, its notice of a Pago Móvil. It sends it again until it hears its own `Refpk`. */
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
  return {
    es: 'movimiento',
    cuenta: field(fields, 'PhoneDest'),
    movimiento: {
      ...UNSAID,
      // Short references are equal by chance: who paid, and from which bank, is part of its name.
      id_banco: ['bancamiga', referencia, dia, centimos, field(fields, 'BancoOrig'), field(fields, 'PhoneOrig')].join(
        ':',
      ),
      sentido: 'credito',
      tipo: 'pago_movil',
      centimos,
      moneda: 'VES',
      dia,
      en: caracasInstant(dia, field(fields, 'HoraMovimiento')),
      referencia,
      banco_origen: payerBank(field(fields, 'BancoOrig')),
      telefono_origen: payerPhone(field(fields, 'PhoneOrig')),
      concepto: field(fields, 'Descripcion').slice(0, 200),
    },
  }
}
