/** Letters of other alphabets that are drawn as one of those. */
const TWINS: Record<string, string> = {
  О: 'O',
  о: 'o',
  Ο: 'O',
  ο: 'o',
  Ø: 'O',
  ø: 'o',
  Θ: 'O',
  І: 'I',
  і: 'i',
  Ӏ: 'I',
  Ι: 'I',
  Ѕ: 'S',
  ѕ: 's',
  В: 'B',
  Β: 'B',
  ß: 'B',
  А: 'A',
  а: 'a',
  Α: 'A',
  Λ: 'A',
  Е: 'E',
  е: 'e',
  Ε: 'E',
  З: '3',
  з: '3',
  Ζ: 'Z',
  Т: 'T',
  т: 'T',
  Τ: 'T',
  Ч: '4',
  ч: '4',
  б: '6',
  〇: '0',
  零: '0',
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  六: '6',
  七: '7',
  八: '8',
  九: '9',
}
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

/** Without accents, every digit and every letter that is drawn as a Latin one as such. */
export function plainLetters(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '')
  return [...bare].map((character) => TWINS[character] ?? decimal(character)).join('')
}

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

/** The digits of every script stand in rows of ten, the zero first. */
function decimal(character: string): string {
  if (!/^\p{Nd}$/u.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
