/** Letters of a code: 80 bits in base 32, which has neither 0 nor 1, 8 nor 9. */
const LETTERS = 16

/** Characters that a code cannot have and that can be misread from one letter only. 1 is none: I and L are both in the alphabet. */
const MISREAD: Readonly<Record<string, string>> = { '0': 'O', '8': 'B' }

/**
 * A recovery code as somebody types it: in either case, with any separators, and with a digit in place of the letter that looks like it.
 * @returns `code`, 16 letters and figures without anything between; or `problem`, why it cannot be a code, in Spanish, and whether
 * more letters could still make it one.
 */
export function readRecoveryCode(typed: string): { code: string } | { problem: string; unfinished: boolean } {
  const code = [...typed.toUpperCase().normalize('NFC')]
    .filter((one) => /[\p{L}\p{N}]/u.test(one))
    .map((one) => MISREAD[one] ?? one)
    .join('')
  const strange = /[^A-Z2-7]/u.exec(code)?.[0]
  if (strange === '1') {
    return { problem: 'Un código no lleva el número 1: mira si es la letra I o la L.', unfinished: false }
  }
  if (strange !== undefined) {
    return { problem: `Un código no lleva «${strange}»: mira ese lugar en tu lista.`, unfinished: false }
  }
  const missing = LETTERS - code.length
  if (missing > 0) {
    return {
      problem: `${missing === 1 ? 'Falta 1' : `Faltan ${missing}`}: un código tiene ${LETTERS} letras y números.`,
      unfinished: true,
    }
  }
  if (missing < 0) {
    return {
      problem: `${missing === -1 ? 'Sobra 1' : `Sobran ${-missing}`}: un código tiene ${LETTERS} letras y números.`,
      unfinished: false,
    }
  }
  return { code }
}
