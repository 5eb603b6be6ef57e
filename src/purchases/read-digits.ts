/** The digits that a letter can be drawn for. */
const SHAPES = Object.fromEntries(
  'O0 o0 D0 Q09 I1 i1 L1 l1 Z2 z2 E3 e3 A4 a4 S5 s5 G69 g96 b68 T7 t7 B8 q9'
    .split(' ')
    .map((shape) => [shape.charAt(0), shape.slice(1)]),
)
/** Ways to read one text. With more letters mixed in, only a person can read it. */
const MOST_GUESSES = 32

/**
 * Every row of digits that may be meant where letters stand for digits or between them. A letter that looks like a digit is
 * read as it and as nothing, and all others as nothing.
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
