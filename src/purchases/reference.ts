const SHORTEST_SUFFIX = 4

/**
 * The part of a reference that identifies the payment: letters and digits in upper case. A reference of digits only loses
 * its leading zeros, because spreadsheets and banks drop them.
 */
export function referenceKey(text: string): string {
  const plain = plainReference(text)
  return /^\d+$/.test(plain) ? plain.replace(/^0+(?=\d)/, '') : plain
}

/** Its last four letters or digits as they were written: two references of the same payment share them. */
export function referenceEnding(text: string): string {
  return plainReference(text).slice(-SHORTEST_SUFFIX)
}

/** `••••3390`, the visible part where it may outlive its purchase or be forwarded; empty where there is none. */
export function maskReference(text: string): string {
  return text === '' ? '' : `••••${referenceEnding(text)}`
}

function plainReference(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

/**
 * Whether two references end alike, for those that have too few digits to tell a payment by (payment-tails.ts). Digits: equal without leading zeros, or the shorter one (four digits
 * or more, as shops ask for) ends the longer one. With letters (Zelle, Binance): equal.
 */
export function endAlike(a: string, b: string): boolean {
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

function referenceDigits(text: string): string {
  return text.replace(/\D/g, '')
}
