import type { PayCurrency } from '#platform/money.ts'
import type { AmountStyle } from '../../../bank-amount.ts'
import type { MovementType } from '../../../movement.ts'

/**
 * A bank's words in its app or SMS for money that came in. Groups of `says`: monto, and where it has them dia, hora, ref,
 * telefono, nombre.
 */
export interface NoticeFormat {
  /** The sender: the first four digits of its accounts, or `binance`. */
  de: string
  nombre: string
  says: RegExp
  decimales: AmountStyle
  tipo: MovementType
  moneda: PayCurrency
}

const AMOUNT = String.raw`Bs\.?\s*(?<monto>\d[\d.,]*)`
/** Of a notice that may end after its amount, and so within it. */
const WHOLE = String.raw`Bs\.?\s*(?<monto>\d[\d.]*,\d{2}(?!\d)|\d[\d.,]*(?= (?:Telf|D[ií]a|Ref)))`
const bolivares = (
  de: string,
  nombre: string,
  decimales: AmountStyle,
  says: string,
  tipo: MovementType = 'pago_movil',
) => ({ de, nombre, decimales, says: new RegExp(says, 'i'), tipo, moneda: 'VES' }) as const

/**
 * From public collections of notices, one a bank and kind (docs/decisions/092-sources-of-money.md). They are searched anywhere in a
 * phone's message, which puts a title in front; each begins with words that only money that came in has. A new wording of
 * a bank is not guessed at: a person reads that notice.
 */
export const NOTICE_FORMATS: readonly NoticeFormat[] = [
  bolivares(
    '0134',
    'Banesco',
    'punto',
    String.raw`(?:Pago recibido|Recibi\S+)[^.]{0,40}? Pago M[oó]vil(?: de (?<nombre>.{1,80}?))? por ${AMOUNT} el (?<dia>\d{1,2}/\d{1,2}/\d{4});? (?<hora>\d{1,2}:\d{2}) REF:? ?(?<ref>\d{4,20})`,
  ),
  bolivares(
    '0102',
    'Banco de Venezuela',
    'coma',
    String.raw`Recibiste un Pagom[oó]vil ?BDV(?: comercio)? por ${AMOUNT} del (?<telefono>[\d-]{10,14})\s+Ref:? ?(?<ref>\d{4,20})(?: comisi[oó]n Bs\.? ?[\d.,]+)?(?:,? (?:en )?fecha:? ?(?<dia>\d{1,2}-\d{1,2}-\d{2,4}) hora:? ?(?<hora>\d{1,2}:\d{2}))?`,
  ),
  bolivares(
    '0102',
    'Banco de Venezuela',
    'coma',
    String.raw`Recibiste un Pagom[oó]vil ?BDV(?: de (?<nombre>.{1,80}?))? por ${AMOUNT}\s+bajo el n[uú]mero de operaci[oó]n (?<ref>\d{4,20})`,
  ),
  bolivares(
    '0102',
    'Banco de Venezuela',
    'coma',
    String.raw`Recibiste una transferencia (?:de otros bancos|BDV)(?: de (?<nombre>.{1,80}?))? por ${AMOUNT}\s+bajo (?:el )?n[uú]mero de operaci[oó]n (?<ref>\d{4,20})`,
    'transferencia',
  ),
  ...(
    [
      ['0191', 'BNC'],
      ['0137', 'SOFITASA'],
    ] as const
  ).map(([de, name]) =>
    bolivares(
      de,
      name === 'BNC' ? 'BNC' : 'Sofitasa',
      'coma',
      String.raw`${name} Pago M[oó]vil Recibido ${WHOLE}(?: Telf\.? ?(?<telefono>[\d*]{6,14}))?(?:.{0,3} D[ií]a:? ?(?<dia>\d{1,2}/\d{1,2}/\d{2,4})-(?<hora>\d{1,2}:\d{2}))?(?: Ref:? ?(?<ref>\d{4,20}))?`,
    ),
  ),
  bolivares(
    '0108',
    'BBVA Provincial',
    'punto',
    String.raw`Provincial informa (?:abono|recepci[oó]n|recibiste|(?:un )?Pago M[oó]vil (?:recibido|en cuenta|a favor)).{0,80}? por ${AMOUNT}.{0,160}? F(?<dia>\d{4}/\d{2}/\d{2})H(?<hora>\d{2}:\d{2}:\d{2})`,
  ),
  bolivares(
    '0138',
    'Plaza',
    'punto',
    String.raw`Plaza informa que ha recibido una transacci[oó]n .{1,40}? por ${AMOUNT} del Nro\.? Celular (?<telefono>[\d-]{10,14})\.? Ref\.? ?(?<ref>\d{4,20}) (?<dia>\d{1,2}-\d{1,2}-\d{2,4}) (?<hora>\d{1,2}:\d{2})`,
  ),
  {
    de: 'binance',
    nombre: 'Binance',
    says: /(?:has recibido|recibiste|you(?:'ve| have)? received)(?: un pago de| a payment of)? (?<monto>\d[\d.,]*) USDT(?: (?:de|from) (?<nombre>[^.\n]{1,60}))?/i,
    decimales: 'punto',
    tipo: 'binance',
    moneda: 'USD',
  },
]

/** Words for money that left, or did not come: such a notice is no money that came in, whatever else is in it. */
export const NOT_IN =
  /\b(?:enviaste|realizaste|realizada|pagaste|retiraste|desde (?:tu|su|la)? ?cuenta|(?:rechazad|fallid|reversad|anulad|devuelt)[oa]s?|d[eé]bito|debitad[oa]|you (?:sent|paid)|clave (?:temporal|din[aá]mica)|c[oó]digo de (?:seguridad|verificaci[oó]n))\b/i

/** A text without it is no notice about an amount at all: advertising, greetings, warnings. */
export const SAYS_AMOUNT = /(?:\bBs\.?\s*\d|\d\s*(?:Bs\b|bol[ií]vares|USDT\b|USD\b)|\$\s*\d)/i

/** A text that ends within its amount, as a phone shortens it. */
export const IS_CUT = /\bBs\.?\s*(?!\d[\d.,]*[.,]\d{2}(?!\d))[\d.,]*[\s.…"']*$/i

/** A message of a person who tries their phone. */
export const IS_TEST = /^\W*(?:(?:mensaje|aviso|notificaci[oó]n)\s+de\s+)?(?:prueba|test)\b[^\d]{0,60}$/i
