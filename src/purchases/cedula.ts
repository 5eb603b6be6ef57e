import { withoutHidden } from '#platform/hidden-signs.ts'

/** `V` is a Venezuelan, `E` a foreign resident; other letters are not natural persons who may take part. */
export type CedulaPrefix = 'V' | 'E'

/**
 * The one form in which a cédula is kept and compared: `V12345678`. Accepts what people paste (`V-12.345.678`,
 * `v012345678`, `12 345 678`); without a letter the given prefix counts. Null when it is none: 5 to 9 digits, no leading
 * zeros counted, and no other letter. A person's RIF is that cédula (docs/decisions/034). Nine digits that begin with a nought and may be
 * either are nobody's, unless a stroke stands before the last.
 */
export function normaliseCedula(text: string, prefix: CedulaPrefix = 'V'): string | null {
  const match = /^([VE]?)(\d+)$/.exec(plainDocument(text))
  if (!match) return null
  const letter = (match[1] || prefix) as CedulaPrefix
  const written = match[2] ?? ''
  const rif = isRif(letter, written)
  if (rif && written.startsWith('0') && !/[-–—]\s*\d\s*$/.test(text)) return null
  const digits = (rif ? written.slice(0, -1) : written).replace(/^0+/, '')
  return /^\d{5,9}$/.test(digits) ? letter + digits : null
}

const WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]

/** Whether eight digits of a cédula and their right check digit make the RIF of that person. */
export function isRif(letter: CedulaPrefix, digits: string): boolean {
  if (!/^\d{9}$/.test(digits)) return false
  const sum = WEIGHTS.reduce((all, weight, at) => all + weight * Number(digits[at]), letter === 'V' ? 4 : 8)
  const check = 11 - (sum % 11)
  return (check > 9 ? 0 : check) === Number(digits[8])
}

function plainDocument(text: string): string {
  return withoutHidden(text)
    .toUpperCase()
    .replace(/[\s.\-–—_]/g, '')
}

/** A payer's document in the same form: a cédula, or the number of a company or a passport (`J123456789`). Null when it is none. */
export function normaliseDocument(text: string): string | null {
  const plain = plainDocument(text)
  return normaliseCedula(plain) ?? (/^[JGCP]\d{8,9}$/.test(plain) ? plain : null)
}

/** Whether it begins with a letter of documents that no resident adult person carries, so that the message can say it. */
export function isForeignKind(text: string): boolean {
  return /^\s*[A-DF-UW-Z]/i.test(text)
}

/** `V-12.345.678` from the normalised form; empty where it was erased. */
export function formatCedula(cedula: string): string {
  if (cedula === '') return ''
  return `${cedula.charAt(0)}-${cedula.slice(1).replace(/\B(?=(\d{3})+$)/g, '.')}`
}
