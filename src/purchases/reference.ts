const SHORTEST_SUFFIX = 4

/**
 * The part of a reference that identifies the payment: letters and digits in upper case. A reference of digits only loses
 * its leading zeros, because spreadsheets and banks drop them.
 */
export function referenceKey(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain
}

/** Only the digits of a reference, as kept beside the raw text. */
export function referenceDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/**
 * Whether two references can be of the same payment. Digits: equal without leading zeros, or the shorter one (four digits
 * or more, as shops ask for) ends the longer one. With letters (Zelle, Binance): equal.
 */
export function sameReference(a: string, b: string): boolean {
  const [left, right] = [referenceKey(a), referenceKey(b)]
  if (left === '' || right === '') return false
  if (left === right) return true
  if (!/^\d+$/.test(left + right)) return false
  // A leading zero may be a digit of the ending that was asked for, so endings are compared as they were written.
  const [shorter, longer] = [referenceDigits(a), referenceDigits(b)].sort((x, y) => x.length - y.length) as [
    string,
    string,
  ]
  return shorter.length >= SHORTEST_SUFFIX && longer.endsWith(shorter)
}
