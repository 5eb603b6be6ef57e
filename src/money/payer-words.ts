/** A mobile phone as banks write it (`0412-1234567`, `0058412…`, `412…`) as `58412…`; empty for any other text, or hidden digits. */
export function payerPhone(text: string): string {
  const digits = text.replace(/[\s().+-]/g, '')
  const [, number] = /^(?:0058|58|0)?(4\d{9})$/.exec(digits) ?? []
  return number === undefined ? '' : `58${number}`
}

/** A cédula or a RIF with its letter, as banks write it (`V012345678`, `J-12345678-9`), as `V12345678`; empty for any other text. */
export function payerDocument(text: string): string {
  const [, letter, number] = /^([VEJGCP])0*(\d{5,10})$/i.exec(text.replace(/[\s.-]/g, '')) ?? []
  return letter === undefined ? '' : `${letter.toUpperCase()}${number}`
}

/** The four digits of a bank that is named by three or four; empty for any other text. */
export function payerBank(text: string): string {
  const digits = text.trim()
  return /^\d{3,4}$/.test(digits) ? digits.padStart(4, '0') : ''
}
