import type { Instant } from '#platform/clock.ts'
import { readBankAmount } from '../../bank-amount.ts'
import { caracasInstant, isRecentDay, readBankDay } from '../../caracas-time.ts'
import { payerBank, payerDocument, payerPhone } from '../../payer-words.ts'
import { type Fields, field, type Notified, notified, UNREADABLE, type Webhook } from './webhook.ts'

/** Banco de Venezuela, its notice of a Pago Móvil: 201 and `00` for a new one, 200 and `01` for a repeated one. */
export const bdv: Webhook = {
  key: ({ 'x-api-key': key }) => (typeof key === 'string' ? key : undefined),
  read,
  answer: (repeated) =>
    repeated
      ? {
          status: 200,
          body: { codigo: '01', mensajeCliente: 'Pago previamente recibido', mensajeSistema: 'Notificado' },
        }
      : { status: 201, body: { codigo: '00', mensajeCliente: 'Aprobado', mensajeSistema: 'Notificado' } },
}

function read(fields: Fields, now: Instant): Notified {
  const referencia = field(fields, 'referenciaBancoOrdenante')
  if (!/\d{4}/.test(referencia)) return UNREADABLE.body
  const centimos = readBankAmount(field(fields, 'monto'), 'explicito')
  if (centimos === null) return UNREADABLE.amount
  const dia = readBankDay(field(fields, 'fecha'))
  if (dia === null || !isRecentDay(dia, now)) return UNREADABLE.day
  const payer = {
    banco_origen: payerBank(field(fields, 'bancoOrdenante')),
    telefono_origen: payerPhone(field(fields, 'numeroCliente')),
    documento_origen: payerDocument(field(fields, 'idCliente')),
  }
  const more = { en: caracasInstant(dia, field(fields, 'hora')), referencia }
  return notified('bdv', field(fields, 'numeroComercio'), [referencia], { dia, centimos, ...payer }, more)
}
