/** A beneficiary: a person's cédula (V, E), a company's RIF (J, G, C) or a passport (P). */
const NATIONAL_ID = /^([VEJGCP]?)(\d+)$/

/** `12.345.678` */
function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, '.')
}

/**
 * The stored form of a beneficiary's document: `V-12.345.678` or `J-12345678-9`, for any pasted form. Without a letter it is a
 * person's. Null when it is none.
 */
export function normaliseNationalId(text: string): string | null {
  const match = NATIONAL_ID.exec(text.toUpperCase().replace(/[\s.\-–—_]/g, ''))
  if (!match) return null
  const letter = match[1] || 'V'
  const digits = match[2] ?? ''
  if (letter === 'V' || letter === 'E') {
    const plain = digits.replace(/^0+/, '')
    // Zeros in front are kept where they fit: an owner's data is not rewritten for nothing.
    return /^\d{5,9}$/.test(plain) ? `${letter}-${group(digits.length > 9 ? plain : digits)}` : null
  }
  return /^\d{8,9}$/.test(digits) ? `${letter}-${digits.slice(0, 8)}${digits.slice(8) && `-${digits.slice(8)}`}` : null
}

/** How visitors read it: as it was written, unless it is a person's bare digits. */
export function showNationalId(text: string): string {
  return /^[VE]?\d+$/i.test(text) ? (normaliseNationalId(text) ?? text) : text
}
