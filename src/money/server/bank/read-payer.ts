import { BANKS } from '#payment-methods/banks.ts'
import type { MovementType } from '../../movement.ts'

const CODES = new Set(BANKS.map(([code]) => code))

/** The payer, as far as a description names them. */
export interface Payer {
  banco_origen: string
  telefono_origen: string
  documento_origen: string
  nombre_origen: string
}

const PHONE = /(?<!\d)(?:00)?(?:58|0)?(4(?:1[24-8]|2[246])\d{7})(?!\d)/
const DOCUMENT = /(?<![A-Z])([VEJGP])[-. ]?(0*\d[\d.]{3,11})(?:-(\d))?(?!\d)/i

/**
 * Texts that a bank writes itself, by its four digits, each from its beginning. The rest is the payer's, who may write
 * anything, also such a text. Groups: banco, telefono, documento, nombre. Another bank's layout is a line here, when its own words are
 * known (docs/decisions/092).
 */
const OWN_WORDS: Readonly<Record<string, readonly RegExp[]>> = {
  '0102': [
    /^PAGO\s?MOVIL OTROS BANCOS (?<banco>0\d{3}) (?<telefono>[\d-]{10,14})(?!\S)/i,
    /^PAGO\s?MOVIL BDV (?<documento>[VEJGP]-?\d{5,10})(?!\S) ?(?<nombre>.*)/i,
    /^PAGO RECIBIDO OTROS BANCOS (?<banco>0\d{3}) (?<documento>[VEJGP]-?\d{5,10})(?!\S)/i,
  ],
  '0134': [/^TRF\.OB (?<banco>0\d{3}) (?<documento>[VEJGP]-?\d{5,10})(?!\S) ?(?<nombre>.*)/i],
}

/**
 * The payer, as far as the bank itself names them in a description: `PAGOMOVIL OTROS BANCOS 0134 04241234567`, `PAGOMOVIL BDV V012345678 ANA
 * PEREZ`, `PAGO RECIBIDO OTROS BANCOS 0191 J…`, `TRF.OB 0174 V12345678 ANA`.
 * @param house four digits of the bank whose statement it is; of one that is not known nothing is believed.
 */
export function readPayer(text: string, house: string): Payer {
  for (const pattern of OWN_WORDS[house] ?? []) {
    const said = pattern.exec(text)?.groups
    if (!said) continue
    const { banco = '', telefono = '', documento = '', nombre = '' } = said
    return {
      banco_origen: CODES.has(banco) ? banco : /BDV/i.test(pattern.source) ? '0102' : '',
      telefono_origen: readPhone(telefono),
      documento_origen: readDocument(documento),
      nombre_origen: readName(nombre),
    }
  }
  return { banco_origen: '', telefono_origen: '', documento_origen: '', nombre_origen: '' }
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

/** Kind of movement in a description; else the usual kind of the account. */
export function readType(text: string, usual: MovementType): MovementType {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  if (/PAGO\s?MOVIL|\b[CP]2P|\bPM\b|TELF/i.test(plain)) return 'pago_movil'
  if (/\bTRF|\bTRANSF|OTROS BANCOS|\bCREDITO INMEDIATO/i.test(plain)) return 'transferencia'
  if (/\bDEP\b|\bDEPOSITO/i.test(plain)) return 'deposito'
  return usual === 'zelle' || usual === 'binance' ? usual : 'otro'
}
