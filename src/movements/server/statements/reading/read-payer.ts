import { BANKS } from '#payment-methods/banks.ts'
import type { MovementType } from '../../../movement.ts'

const CODES = new Set(BANKS.map(([code]) => code))

/** Who paid, as far as a description says it. */
export interface Payer {
  banco_origen: string
  telefono_origen: string
  documento_origen: string
  nombre_origen: string
}

const PHONE = /(?<!\d)(?:00)?(?:58|0)?(4(?:12|14|16|22|24|26)\d{7})(?!\d)/
const DOCUMENT = /(?<![A-Z])([VEJGP])[-. ]?(0*\d[\d.]{3,11})(?:-(\d))?(?!\d)/i

/**
 * `PAGOMOVIL OTROS BANCOS 0134 04241234567`, `PAGOMOVIL BDV V012345678 ANA PEREZ`, `TRF.OB 0174 V12345678 ANA`, `TELF:0424…`,
 * `PAGO RECIBIDO OTROS BANCOS 0191 J…`: the bank's code, phone, document and what is left behind them.
 */
export function readPayer(text: string): Payer {
  const phone = readPhone(text)
  const document = DOCUMENT.exec(text)
  const code = [...text.matchAll(/(?<!\d)(0\d{3})(?!\d)/g)].find(([, digits]) => CODES.has(digits as string))?.[1]
  const behind = document ? text.slice(document.index + document[0].length) : ''
  return {
    banco_origen: code ?? (/\bPAGO\s?MOVIL BDV\b/i.test(text) ? '0102' : ''),
    telefono_origen: phone,
    documento_origen: document ? readDocument(document[0]) : '',
    nombre_origen: readName(behind),
  }
}

/** `584241234567`, or empty. */
export function readPhone(text: string): string {
  const digits = text.replace(/(\d)[- .](?=\d)/g, '$1')
  const number = (PHONE.exec(text) ?? PHONE.exec(digits))?.[1]
  return number ? `58${number}` : ''
}

/** `V12345678`, or empty; a document without its letter is a person's. */
export function readDocument(text: string): string {
  const [, letter = 'V', body = '', check = ''] =
    DOCUMENT.exec(text) ?? /^\s*()0*([1-9]\d{5,8})\s*$/.exec(text)?.map((part) => part || undefined) ?? []
  const digits = (body + check).replace(/\D/g, '').replace(/^0+/, '')
  return digits.length >= 4 && digits.length <= 10 ? `${letter.toUpperCase()}${digits}` : ''
}

function readName(text: string): string {
  const words = text.replace(PHONE, ' ').match(/\p{L}[\p{L}.'’]*/gu) ?? []
  return words.length >= 1 && words.join('').length >= 3 ? words.join(' ').slice(0, 80) : ''
}

/** What kind of movement a description tells of; else what the account's payments are. */
export function readType(text: string, usual: MovementType): MovementType {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  if (/PAGO\s?MOVIL|\bP2P\b|\bPM\b|TELF/i.test(plain)) return 'pago_movil'
  if (/\bTRF|\bTRANSF|OTROS BANCOS|\bCREDITO INMEDIATO/i.test(plain)) return 'transferencia'
  if (/\bDEP\b|\bDEPOSITO/i.test(plain)) return 'deposito'
  return usual === 'zelle' || usual === 'binance' ? usual : 'otro'
}
