import { type Money, type PayCurrency, parseMoney } from '#platform/money.ts'
import { fold } from '#platform/plain-letters.ts'
import { normaliseCedula } from './cedula.ts'
import { normalisePhone } from './phone.ts'
import { referenceKey } from './reference.ts'

/** Longest text that is searched for. */
export const SEARCH_LENGTH = 120
/** Words of a name that are found; the rest of a longer one is not. */
const WORDS = 8
/** Letters from which the beginning of a word is enough; a shorter one is a whole word. */
const BEGINNING = 2
/** Digits that the longest ticket number has. */
const NUMBER_DIGITS = 7
/** Letters and digits of a purchase's code (server/report/reserve-for-report.ts), without its `TB-`. */
const CODE = /^[2-9BCDFGHJKLMNPQRSTVWXZ]{6}$/

/** One thing that a typed text may mean. A text of digits may mean several; any of them is enough. */
export type Meaning =
  | { es: 'codigo'; codigo: string }
  | { es: 'correo'; inicio: string }
  | { es: 'cedula'; cedulas: string[] }
  | { es: 'telefono'; telefono: string }
  /** A ticket number with as many zeros before it as raffles may write. */
  | { es: 'numero'; numeros: string[] }
  /** `final` is its last four characters, as they are kept; `termina` is the end of the whole. */
  | { es: 'referencia'; final: string; clave: string; termina: string }
  /** Amount due, or price in the raffle's own money, as it is kept: `6714.24`; null for any money. */
  | { es: 'monto'; monto: Money; moneda: PayCurrency | null }
  /** Every word is in the name; `inicio` says that its beginning is enough. */
  | { es: 'nombre'; palabras: { palabra: string; inicio: boolean }[] }

/** `José Ángel  D'Lima` is `jose`, `angel`, `d`, `lima`: words by which names are compared. */
export function foldWords(text: string): string[] {
  return [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu))].slice(0, WORDS)
}

/** An address as it is compared: almost every server ignores the case of it. */
export function foldAddress(text: string): string {
  return text.trim().toLowerCase()
}

/** Possible meanings of a text in the one search field; none means that nothing can be found by it. */
export function understand(text: string): Meaning[] {
  const typed = text.normalize('NFKC').trim().slice(0, SEARCH_LENGTH)
  if (typed.includes('@')) return [{ es: 'correo', inicio: foldAddress(typed) }]
  const amount = readAmount(typed)
  if (amount !== null) return [{ es: 'monto', ...amount }]
  const plain = typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  const named = /^TB(.+)$/.exec(plain)?.[1]
  if (named !== undefined && CODE.test(named)) return [{ es: 'codigo', codigo: `TB-${named}` }]
  // A letter and nothing but digits is how a cédula is written, and nothing else.
  if (/^[VE]\d/.test(plain)) {
    const cedula = normaliseCedula(plain)
    if (cedula !== null) return [{ es: 'cedula', cedulas: [cedula] }]
  }
  const meanings: Meaning[] = []
  if (CODE.test(plain)) meanings.push({ es: 'codigo', codigo: `TB-${plain}` })
  if (/\d/.test(plain)) meanings.push(...digitMeanings(typed, plain))
  if (/\p{L}/u.test(plain)) {
    const palabras = foldWords(typed).map((palabra) => ({ palabra, inicio: palabra.length >= BEGINNING }))
    if (palabras.length > 0) meanings.push({ es: 'nombre', palabras })
  }
  return meanings
}

function digitMeanings(typed: string, plain: string): Meaning[] {
  const meanings: Meaning[] = []
  const cedulas = (['V', 'E'] as const).map((prefix) => normaliseCedula(plain, prefix)).filter((one) => one !== null)
  if (cedulas.length > 0) meanings.push({ es: 'cedula', cedulas: [...new Set(cedulas)] })
  const telefono = normalisePhone(typed)
  if (telefono !== null) meanings.push({ es: 'telefono', telefono })
  if (/^\d+$/.test(plain) && plain.length <= NUMBER_DIGITS) {
    const missing = NUMBER_DIGITS - plain.length
    meanings.push({
      es: 'numero',
      numeros: Array.from({ length: missing + 1 }, (_, zeros) => '0'.repeat(zeros) + plain),
    })
  }
  if (/^[A-Z0-9]{4,40}$/.test(plain)) {
    meanings.push({ es: 'referencia', final: plain.slice(-4), clave: referenceKey(plain), termina: plain })
  }
  return meanings
}

/** By the letter that its name begins with. */
const CURRENCIES: Record<string, PayCurrency> = { b: 'VES', $: 'USD', u: 'USD', c: 'COP' }

/** An amount names its currency, or its cents: `Bs. 6.714,24`, `6714,24`, `6714.24`, `$10`. Any other digits are a number or a reference. */
function readAmount(typed: string): { monto: Money; moneda: PayCurrency | null } | null {
  const [, money, whole = '', cents] =
    /^(bs\.?|\$|usd|cop)?\s*(\d{1,3}(?:\.\d{3})+|\d{1,10})(?:[.,](\d{1,2}))?$/i.exec(typed) ?? []
  if (money === undefined && cents === undefined) return null
  const monto = parseMoney(`${whole.replaceAll('.', '')}.${(cents ?? '').padEnd(2, '0')}`)
  return monto === null
    ? null
    : { monto, moneda: money === undefined ? null : (CURRENCIES[money.charAt(0).toLowerCase()] ?? null) }
}
