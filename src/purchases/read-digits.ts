/** The digits that a letter can be drawn for. */
const SHAPES: Record<string, string> = {
  O: '0',
  o: '0',
  D: '0',
  Q: '09',
  I: '1',
  i: '1',
  L: '1',
  l: '1',
  Z: '2',
  z: '2',
  E: '3',
  e: '3',
  A: '4',
  a: '4',
  S: '5',
  s: '5',
  G: '69',
  g: '96',
  b: '68',
  T: '7',
  t: '7',
  B: '8',
  q: '9',
}
/** Ways to read one text. Who mixes more letters in has written something that only a person can read. */
const MOST_GUESSES = 32

/**
 * Every row of digits that somebody can have meant who put letters for digits or between them: each that can be a digit is read
 * as one and as nothing, and all others as nothing.
 * @returns null when there are too many.
 */
export function guessDigits(plain: string): string[] | null {
  let rows = ['']
  for (const character of plain) {
    const digits = /\d/.test(character) ? [character] : ['', ...(SHAPES[character] ?? '')]
    rows = rows.flatMap((row) => digits.map((digit) => row + digit))
    if (rows.length > MOST_GUESSES) return null
  }
  return [...new Set(rows)]
}

/** An identifier in upper case with one sign for all that are drawn alike, so that those of two that were confused are equal. */
export function foldShapes(code: string): string {
  return [...code].map((sign) => SHAPES[sign]?.charAt(0) ?? sign).join('')
}
