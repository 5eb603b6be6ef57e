/** `V` is a Venezuelan, `E` a foreign resident; other letters are not natural persons who may take part. */
export type CedulaPrefix = 'V' | 'E'

/**
 * The one form in which a cédula is kept and compared: `V12345678`. Accepts what people paste (`V-12.345.678`,
 * `v012345678`, `12 345 678`); without a letter the given prefix counts. Null when it is none: 5 to 9 digits, no leading
 * zeros counted, and no other letter.
 */
export function normaliseCedula(text: string, prefix: CedulaPrefix = 'V'): string | null {
  const match = /^([VE]?)(\d+)$/.exec(text.toUpperCase().replace(/[\s.\-–—_]/g, ''))
  if (!match) return null
  const digits = (match[2] ?? '').replace(/^0+/, '')
  return /^\d{5,9}$/.test(digits) ? (match[1] || prefix) + digits : null
}

/** A payer's document in the same form: a cédula, or what a company or a passport has (`J123456789`). Null when it is none. */
export function normaliseDocument(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s.\-–—_]/g, '')
  return normaliseCedula(plain) ?? (/^[JGCP]\d{8,9}$/.test(plain) ? plain : null)
}

/** Whether it begins with a letter of documents that no resident adult person carries, so that the message can say it. */
export function isForeignKind(text: string): boolean {
  return /^\s*[A-DF-UW-Z]/i.test(text)
}

/** `V-12.345.678` from the normalised form. */
export function formatCedula(cedula: string): string {
  return `${cedula.charAt(0)}-${cedula.slice(1).replace(/\B(?=(\d{3})+$)/g, '.')}`
}
