/** Mobile prefixes in use in Venezuela; an unknown one is only asked about, operators add new ones. */
const MOBILE_PREFIXES = ['0412', '0414', '0415', '0416', '0417', '0418', '0422', '0424', '0426']

/** The country code, also as 0058, when a mobile number follows it. */
const COUNTRY = /^(?:00)?58(?=0?4\d{9}$)/

/**
 * The one form in which a phone is kept and compared: eleven digits that begin with 04. Accepts what people paste
 * (`+58 412-1234567`, `58412…`, `0412-123.45.67`, `412 123 45 67`); null when it is no such number.
 */
export function normalisePhone(text: string): string | null {
  const plain = text.replace(/[\s().+\-–—/]/g, '').replace(COUNTRY, '')
  const local = plain.startsWith('4') ? `0${plain}` : plain
  return /^04\d{9}$/.test(local) ? local : null
}

/** A country code that is still being typed, or a lone `0`: deleting stays possible, and `04` does not become `044`. */
const BEGUN = /^(?:0?|(?:00)?(?:5|580?)?)$/

/**
 * What the field shows while it is typed: digits only, forced to begin with 04, at most eleven. A country code that is typed key by
 * key stays until the 4 of a mobile number follows, so that it ends as the same text does when it is pasted.
 */
export function formatPhoneInput(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^(?:00)?58(?=0?4)/, '')
  if (BEGUN.test(digits)) return digits
  return `04${digits.replace(/^0*4?/, '')}`.slice(0, 11)
}

export function knownPrefix(phone: string): boolean {
  return MOBILE_PREFIXES.includes(phone.slice(0, 4))
}
