import { BANKS } from '#payment-methods/banks.ts'
import type { Told } from '../../../movement.ts'
import { payerPhone } from '../../../payer-words.ts'
import { jsonIn } from '../sent-text.ts'
import {
  bodyText,
  type Forwarded,
  formFields,
  leaves,
  queryFields,
  readTime,
  storable,
  TEXTS,
  TIMES,
} from './body-text.ts'
import type { Body } from './keep-receipt.ts'

/** Usual names of the field for a notice's sender, without the signs between its words. */
const SENDERS = new Set(
  (
    'app aplicacion appname notappname paquete package packagename de from remitente sender sendername emisor origen origin ' +
    'numero number smsnumber smsname smsrf phone phonenumber telefono celular contacto contact contactname address quien who ' +
    'nombre name autor'
  ).split(' '),
)

const A_PHONE =
  /(?<!\d)(?:\+|00)?(?:58)?[\s.-]?\(?0?4(?:12|14|16|22|24|26)\)?[\s.-]*\d{3}[\s.-]?\d{2}[\s.-]?\d{2}(?!\d)|\+\d[\d\s().-]{6,}\d/g
const BANKS_PHONE =
  /(?:(?:\+|00)58|0)[\s.-]*[258]\d{2}[\s.-]*(?:\d{3}[\s.-]?\d{2}[\s.-]?\d{2}|[a-z]{3,7}\d{0,4})(?![a-z\d])/.source
/** Where a bank says to call, by digits or its name. No mobile: the forwarding app may add a text's phone behind it. */
const BANKS_OWN = new RegExp(
  `\\b(?:llam|inf|comun[ií]|cont[aá]ct)[^\\d+]{0,20}${BANKS_PHONE}(?:[\\s,/]+(?:[oyu]\\s+)?(?:al?\\s+)?${BANKS_PHONE})*`,
  'gi',
)
/** Nothing but the digits of a phone, of any country. */
const ONLY_A_PHONE = /^\+?\(?\d[\d\s().-]{5,18}\d$/
const MESSENGER =
  /whats\s?app|telegram|messenger|messaging|\b(?:mensajes|messages|signal|viber|instagram|facebook|discord|gmail|outlook)\b/i

/** Words of names of banks that do not tell which. */
const USUAL =
  'banco banca bco de del los la el en linea online movil mobile app sms aviso avisos alerta alertas info informa notificacion notificaciones pago pagos pagomovil digital personas persona empresas empresa suite net web mi com ve'.split(
    ' ',
  )
/** Words that identify a bank or a wallet: those of its name, and its other names. */
const OWN = [
  ...BANKS.flatMap(([, nombre]) => plainWords(nombre)).filter((word) => !USUAL.includes(word) && word.length > 1),
  ...['bdv', 'amiven', 'provinet', 'bicentenario', 'mibanco', 'binance'],
]
const [OWN_WORD, BANK_WORD] = [new RegExp(OWN.join('|')), new RegExp(`^(?:${[...OWN, ...USUAL].join('|')})+$`)]

/**
 * Why nothing of a notice is believed, in Spanish, or empty. Anybody with the number of the phone that forwards can send it an SMS in
 * a bank's words, and write extra fields into the text around them. So every field of the body is checked.
 * @param notice in which no phone may be but the payer's, and its bank's.
 */
export function doubtSender(body: Body, { texto, aviso }: Forwarded, told: Told): string {
  const isNotice = (value: string) => value === aviso || (value.length > 30 && aviso.startsWith(value))
  const said = [...fieldsSaid(body), ...queryFields(body)].filter(([, value]) => !isNotice(value))
  if (phonesBeside(texto, told) || said.some(([name, value]) => !TEXTS.includes(name) && isPhone(name, value)))
    return 'Lo mandó un teléfono, no un banco.'
  const known = said.every(([name, value]) => {
    if (TEXTS.includes(name) || value === '') return true
    return SENDERS.has(name.replace(/[^a-z]/g, '')) ? isBank(value) : !MESSENGER.test(value)
  })
  return known ? '' : 'Quien lo mandó no es un banco que se conozca.'
}

/** Every field anywhere in a body, its name in lower case: also the first of two of one name, and those of broken JSON. */
function fieldsSaid(body: Body): [string, string][] {
  const text = bodyText(body).trim()
  if (!/^[{[]/.test(text)) return formFields(text)?.flatMap(([name, value]) => leaves(name, value)) ?? []
  const written = [...text.matchAll(/"([^"]{1,40})"\s*:\s*"?([^",}]{0,60})/g)]
  return [
    ...written.map(([, name = '', value = '']): [string, string] => [name.toLowerCase(), storable(value)]),
    ...leaves('', jsonIn(text)),
  ]
}

function isPhone(name: string, value: string): boolean {
  if (isShortNumber(value)) return false
  if (value.match(A_PHONE)) return true
  const digits = value.replace(/\D/g, '').length
  return ONLY_A_PHONE.test(value) && digits >= 7 && digits <= 15 && !TIMES.includes(name) && readTime(value) === null
}

/** A bank's short number, which some phones write with that of the country in front. */
function isShortNumber(value: string): boolean {
  return /^(?:(?:\+|00)58)?\d{3,6}$/.test(value.replace(/[\s().-]/g, ''))
}

/** Whether a notice names a phone besides the payer's, and that of a house where its bank says to call. A reference may look like one. */
function phonesBeside(texto: string, { telefono_origen, referencia }: Told): boolean {
  const named = (texto.replace(BANKS_OWN, '').match(A_PHONE) ?? []).filter(
    (one) => one.replace(/\D/g, '') !== referencia,
  )
  const payer = named.findIndex((one) => telefono_origen !== '' && payerPhone(one) === telefono_origen)
  return named.length > (payer < 0 ? 0 : 1)
}

/** The short number of a bank, or a name of nothing but words of banks; of an app's package one suffices. */
function isBank(said: string): boolean {
  if (isShortNumber(said)) return true
  if (MESSENGER.test(said)) return false
  const words = plainWords(said)
  if (!OWN_WORD.test(words.join(' '))) return false
  return /^[a-z]\w*(?:\.\w+)+$/.test(said) || words.every((word) => BANK_WORD.test(word))
}

function plainWords(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.slice(0, 60).match(/[a-z\d]+/g) ?? []
}
