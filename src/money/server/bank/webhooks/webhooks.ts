import { dayInCaracas, type Instant } from '#platform/clock.ts'
import type { PayCurrency } from '#platform/money.ts'
import { type AmountStyle, readBankAmount } from '../../../bank-amount.ts'
import { caracasInstant, isRecentDay, readBankDay } from '../../../caracas-time.ts'
import { type SourceKind, type Told, UNSAID } from '../../../movement.ts'
import { payerBank, payerDocument, payerPhone } from '../../../payer-words.ts'
import { readType } from '../read-payer.ts'

/** A bank's message, as its texts: numbers and booleans written out, deeper values left out. */
export type Fields = Readonly<Record<string, string>>

/** Kind of a bank's call. `cuenta` is the account or the phone that the money came to, empty without one. */
export type Notified = { es: 'movimiento'; movimiento: Told; cuenta: string } | NoMoney
type NoMoney = { es: 'descartado' | 'ilegible'; motivo: string }

/** A bank that calls us: its key, its message, and the answer that it wants. */
export interface Webhook {
  /** The key that it shows, from its headers; undefined without one. */
  key(headers: Readonly<Record<string, string | string[] | undefined>>): string | string[] | undefined
  /** @throws nothing: an unreadable call is `ilegible`. */
  read(fields: Fields, now: Instant): Notified
  /** Answer after which that bank neither asks again for ever nor gives the payment up. It is sent once the call is kept for good. */
  answer(repeated: boolean, fields: Fields): { status: number; body: Record<string, unknown> }
}

const unreadable = (motivo: string) => ({ es: 'ilegible', motivo }) as const
export const UNREADABLE = unreadable('No se entiende lo que mandó el banco.')
const NO_DAY = unreadable('La fecha no puede ser.')
const REFUSED: NoMoney = { es: 'descartado', motivo: 'El banco no lo da por bueno.' }

type Said =
  | 'referencia'
  | 'otra'
  | 'monto'
  | 'fecha'
  | 'hora'
  | 'banco'
  | 'telefono'
  | 'documento'
  | 'concepto'
  | 'cuenta'
type Find = (name: string) => string

/** The same with another case is the same field: contracts differ. */
const findIn =
  (fields: Fields): Find =>
  (name) =>
    fields[name.toLowerCase()] ?? ''

/**
 * Reads a payment that came in, in bolívares and by Pago Móvil unless its bank's own rules say otherwise. Its name is the same when the bank
 * sends it again; short references are equal by chance, so the payer and the payer's bank are part of it.
 * @param names of the bank's fields; of several the first that is filled.
 * @param own what else the bank says, or why it is no money.
 */
function readBy(
  bank: SourceKind,
  style: AmountStyle,
  names: Partial<Record<Said, string>>,
  own: (find: Find) => (Partial<Told> & { hora?: string }) | NoMoney = () => ({}),
): Webhook['read'] {
  return (fields, now) => {
    const find = findIn(fields)
    const say = (what: Said) => names[what]?.split(' ').map(find).find(Boolean) ?? ''
    const references = names.otra === undefined ? [say('referencia')] : [say('referencia'), say('otra')]
    if (!(names.otra === undefined ? /\d{4}/ : /./).test(references.join(''))) return UNREADABLE
    const said = own(find)
    if ('es' in said) return said
    const { hora = say('hora'), ...more } = said
    const centimos = readBankAmount(say('monto').replace(/^0+(?=\d)/, ''), style)
    if (centimos === null) return unreadable('El monto no se entiende.')
    const dia = more.dia ?? readBankDay(say('fecha'))
    if (dia === null || !isRecentDay(dia, now)) return NO_DAY
    const payer = {
      banco_origen: payerBank(say('banco')),
      telefono_origen: payerPhone(say('telefono')),
      documento_origen: payerDocument(say('documento')),
    }
    const [referencia = '', referencia_otra = ''] = new Set(references.filter(Boolean))
    const movimiento: Told = {
      ...UNSAID,
      ...payer,
      ...{ sentido: 'credito', tipo: 'pago_movil', centimos, moneda: 'VES', dia, referencia, referencia_otra },
      id_banco: [bank, ...references, dia, centimos, ...Object.values(payer)].join(':'),
      en: caracasInstant(dia, hora),
      concepto: say('concepto').slice(0, 200),
      ...more,
    }
    return { es: 'movimiento', cuenta: say('cuenta'), movimiento }
  }
}

const CURRENCIES: Record<string, PayCurrency> = { '928': 'VES', '840': 'USD', VES: 'VES', USD: 'USD' }
/** Bancamiga's codes of a good payment, here and in its list. */
const GOOD = ['000', '500', '']
/** R4's codes of refusals in the network of payments: two digits as of cards, `51` for no funds. */
const REFUSALS = /^(?!00)\d{2}$/
/** With a zone: an hour without one would be of nobody's clock. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/

/** Banks that call us, each by its own rules. */
export const WEBHOOKS: Partial<Record<SourceKind, Webhook>> = {
  /**
   * BNC eSolutions, its notice of money that came in. It checks the address with GET first, and takes a shop off its list
   * that does not answer 200 immediately; it sends the same again and again.
   */
  bnc: {
    key: (headers) => headers['x-api-key'],
    read: readBy(
      'bnc',
      'punto',
      {
        ...{ referencia: 'OriginBankReference', otra: 'DestinyBankReference', banco: 'OriginBankCode' },
        ...{ monto: 'Amount', fecha: 'Date TxDate', cuenta: 'CreditorAccount' },
        ...{ telefono: 'ClientPhone', documento: 'DebtorID', concepto: 'Concept' },
      },
      (find) => {
        const tipo = readType(find('PaymentType'), 'otro')
        if (tipo === 'otro') return UNREADABLE
        const moneda = CURRENCIES[find('CurrencyCode').replace(/^0+/, '').toUpperCase() || 'VES']
        if (moneda === undefined) return unreadable('La moneda no se entiende.')
        // `43` is an hour that lost its zeros; without any it is no midnight.
        const hora = find('Hour') || find('TxHour')
        return { tipo, moneda, hora: hora === '' ? '' : hora.padStart(4, '0') }
      },
    ),
    answer: () => ({ status: 200, body: { status: 'OK' } }),
  },

  /** Banco de Venezuela, its notice of a Pago Móvil: 201 and `00` for a new one, 200 and `01` for a repeated one. */
  bdv: {
    key: (headers) => headers['x-api-key'],
    read: readBy('bdv', 'explicito', {
      ...{
        referencia: 'referenciaBancoOrdenante',
        monto: 'monto',
        fecha: 'fecha',
        hora: 'hora',
        cuenta: 'numeroComercio',
      },
      ...{ banco: 'bancoOrdenante', telefono: 'numeroCliente', documento: 'idCliente' },
    }),
    answer: (repeated) => {
      const [codigo, mensajeCliente] = repeated ? ['01', 'Pago previamente recibido'] : ['00', 'Aprobado']
      return { status: repeated ? 200 : 201, body: { codigo, mensajeCliente, mensajeSistema: 'Notificado' } }
    },
  },

  /** Bancamiga, its notice of a Pago Móvil. It sends it again until the answer has its own `Refpk`. */
  bancamiga: {
    key: ({ authorization }) => authorization && String(authorization).replace(/^Bearer /i, ''),
    read: readBy(
      'bancamiga',
      'explicito',
      {
        ...{ referencia: 'NroReferencia NroReferenciaCorto', monto: 'Amount', cuenta: 'PhoneDest', banco: 'BancoOrig' },
        ...{ fecha: 'FechaMovimiento', hora: 'HoraMovimiento', telefono: 'PhoneOrig', concepto: 'Descripcion' },
      },
      (find) => (GOOD.includes(find('Status')) ? {} : REFUSED),
    ),
    answer: (_, fields) => ({ status: 200, body: { Code: 200, Refpk: findIn(fields)('Refpk') } }),
  },

  /**
   * R4 Conecta, its notice of money that came in (`R4notifica`). Its question before (`R4consulta`) is answered in intake-routes.ts:
   * a no reverses the payer's payment.
   */
  r4: {
    key: ({ authorization }) => authorization,
    read: readBy(
      'r4',
      'punto',
      {
        ...{ referencia: 'Referencia', monto: 'Monto', cuenta: 'TelefonoComercio', banco: 'BancoEmisor' },
        ...{ telefono: 'TelefonoEmisor', documento: 'TelefonoEmisor', concepto: 'Concepto' },
      },
      (find) => {
        const network = find('CodigoRed')
        if (REFUSALS.test(network)) return REFUSED
        if (network !== '00') return unreadable('No dice si el banco lo da por bueno: míralo en la cuenta.')
        const en = (INSTANT.test(find('FechaHora')) ? Date.parse(find('FechaHora')) : Number.NaN) as Instant
        return Number.isNaN(en) ? NO_DAY : { en, dia: dayInCaracas(en) }
      },
    ),
    // A no gives the payment up: only for payments that the network refused, which are money for nobody here either.
    answer: (_, fields) => ({ status: 200, body: { abono: !REFUSALS.test(findIn(fields)('CodigoRed')) } }),
  },
}
