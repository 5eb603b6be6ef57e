import { withoutHidden } from '#platform/hidden-signs.ts'

/** Mobile prefixes in use in Venezuela; an unknown one is only asked about, operators add new ones. */
const MOBILE_PREFIXES = ['0412', '0414', '0415', '0416', '0417', '0418', '0422', '0424', '0426']

/** The country code, as +58 or 0058 too, when a mobile number follows it. */
const COUNTRY = /^(?:\+|00)?58(?=0?4)/
/** The code of another country, or of this one while it is typed. */
const ABROAD = /^(?:\+|00)/

/** Digits, and the plus that says that they begin with a country. */
const dialled = (text: string) => withoutHidden(text).replace(/[\s().\-–—/]/g, '')

/**
 * The one form in which a phone is kept and compared: eleven digits that begin with 04. Accepts what people paste
 * (`+58 412-1234567`, `58412…`, `0412-123.45.67`, `412 123 45 67`); null when it is no such number.
 */
export function normalisePhone(text: string): string | null {
  const local = dialled(text).replace(COUNTRY, '').replace(/^4/, '04')
  return /^04\d{9}$/.test(local) ? local : null
}

/** Whether it begins with the code of another country, so that the message can say what to write. */
export function isForeignPhone(text: string): boolean {
  return ABROAD.test(dialled(text).replace(COUNTRY, ''))
}

/**
 * A country code that is still being typed, or a lone `0`: deleting stays possible, and `04` does not become `044`. Or a landline: with 04
 * before its digits, `02444561234` would be the mobile `04244456123` of a stranger.
 */
const BEGUN = /^(?:0?|\+|(?:\+|00)?(?:5|580?)?|0[1-35-9]\d*)$/

/**
 * Text of the field: digits only, forced to begin with 04, and at most eleven by keys. A typed country code stays until
 * the 4 of a mobile number follows, so that it ends like a pasted one. A number of another
 * country, or a pasted one that is too long, stays as it is: forced or cut it would be a stranger's.
 * @param before the field's text until now
 */
export function formatPhoneInput(text: string, before = ''): string {
  const typed = dialled(text)
    .replace(/[^\d+]|(?!^)\+/g, '')
    .replace(COUNTRY, '')
    .slice(0, 20)
  const forced = `04${typed.replace(/^0*4?/, '')}`
  if (forced.length > 11 && forced.slice(0, -1) === before) return before
  // As in Peru, Chile and Spain.
  if (typed.length === 9 && forced.length === 11 && !knownPrefix(forced)) return typed
  return BEGUN.test(typed) || ABROAD.test(typed) || forced.length > 11 ? typed : forced
}

export function knownPrefix(phone: string): boolean {
  return MOBILE_PREFIXES.includes(phone.slice(0, 4))
}
