import { METHOD_KINDS, type MethodKind } from '#payment-methods/methods.ts'
import { plainLetters } from '#platform/plain-letters.ts'

/** Fewer digits than these repeat among honest payments (docs/decisions/034-same-payment.md). */
const LEAST = 6
/** Banks print prefixes of their own before a receipt's last eight digits. */
const MOST = 8
/** A reference of a bank has no more digits; a longer row of groups is several things. */
const LONGEST = 12
/** More digits than any bank or wallet numbers a payment with. */
const MOST_DIGITS = 20
/** Readings of one reference that are kept, and the windows by which they are found. */
const READINGS = 64
const WINDOWS = 128

/** Methods of one class pay into accounts whose references can be of the same payment. */
export type PaymentClass = 'bolivares' | Exclude<MethodKind, 'pago_movil' | 'transferencia'>

/** One way of reading a reference. */
export interface Tail {
  /** Six to eight digits; of an identifier with letters `=` and the whole of it. */
  cola: string
  /** The whole number that ends in `cola`, without leading zeros. */
  fila: string
  /** Whether it is the one thing in that text that can be the reference, and not a guess. */
  firme: boolean
}

/** `igual`: one payment. `parecida`, or one `contenida` in the other: it may be, and a person has to say so. */
export type Likeness = 'igual' | 'parecida' | 'contenida'

/** Letters that look like a digit, in upper case. */
const LOOKS_LIKE: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8' }

/** Kinds that people call by one name, which they write before an identifier. */
const NAMES = METHOD_KINDS.filter((kind) => kind === paymentClass(kind)).map((kind) => kind.toUpperCase())
/** Words that people write before an identifier. */
const LABELS = new RegExp(
  `^(REF|REFERENCIA|NRO|NUM|NUMERO|NO|N|ID|OP|OPERACION|CONF|CONFIRMACION|ORDEN|ORDER|PAGO|${NAMES.join('|')})$`,
)
/** The same words as somebody types them before a number, and the marks that follow them. */
const LABELLED =
  /^(?:(?:ref(?:erencia)?|nro|num|n[uú]mero|n[°º]?|id|op|operaci[oó]n|conf|confirmaci[oó]n|orden|order|comprobante)(?![A-Za-z\d])[\s.:#°º/_-]*)*/i

/** Without a named method, a payment went to a bank. */
export function paymentClass(kind: MethodKind | null): PaymentClass {
  return kind === null || kind === 'pago_movil' || kind === 'transferencia' ? 'bolivares' : kind
}

/**
 * Every reading of a reference that may be written so that it does not look like another: with prefixes and suffixes,
 * look-alikes, signs and spaces, digits of other scripts. Empty when it has too few digits to tell a payment by.
 * @param kind of the method that was named; with letters only a bank in bolívares has no identifiers.
 */
export function paymentTails(referencia: string, kind: MethodKind | null): Tail[] {
  // Most people write digits and nothing else, which have one reading.
  if (/^\d+$/.test(referencia)) return readNumber(referencia)
  const cased = plainLetters(referencia)
  const text = cased.toUpperCase()
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const mixed = words.some((word) => /\d/.test(word) && /\p{L}/u.test(word))
  const found = new Map<string, boolean>()
  const add = (digits: string, firme: boolean) => {
    const fila = withoutZeros(digits)
    if (fila.length >= LEAST) found.set(fila, firme || found.get(fila) === true)
  }
  // An identifier with letters is one whole: its digits alone are a guess.
  const code = kind === 'pago_movil' || kind === 'transferencia' ? null : identifier(words)
  const sure = !mixed || paymentClass(kind) === 'bolivares'
  for (const { read, guess } of variants(text)) {
    const runs = (read.match(/\d+/g) ?? []).filter(isLong)
    const groups = joined(read).filter((row) => isLong(row.join('')))
    for (const run of runs) add(run, sure && !guess && runs.length === 1)
    for (const row of groups) {
      const whole = row.join('')
      add(whole, sure && !guess && runs.length === 0 && groups.length === 1 && whole.length <= LONGEST)
      for (let end = 1; end < row.length; end++) add(row.slice(0, end).join(''), false)
    }
    add(read.replace(/\D/g, ''), false)
  }
  const bare = withoutLabels(cased)
  const numbered = bare.split(/\s+/).filter((word) => /\d/.test(word))
  for (const row of guessDigits(bare) ?? guessDigits(numbered.join('')) ?? []) {
    add(row, false)
    // A buyer who put letters in may have put them in front of zeros that count.
    if (/\p{L}/u.test(bare) && row.length >= LEAST && !isLong(row)) found.set(row.slice(-LEAST), false)
  }
  const tails = [...found].map(([fila, firme]) => ({ cola: fila.slice(-MOST), fila, firme }))
  if (code !== null) {
    tails.push({ cola: `=${code}`, fila: `=${code}`, firme: true })
    const drawn = `=${foldShapes(code)}`
    if (drawn !== `=${code}`) tails.push({ cola: drawn, fila: drawn, firme: false })
  }
  return tails.sort((a, b) => Number(b.firme) - Number(a.firme)).slice(0, READINGS)
}

function readNumber(digits: string): Tail[] {
  if (!isLong(digits)) return []
  const fila = withoutZeros(digits)
  return [{ cola: fila.slice(-MOST), fila, firme: true }]
}

/**
 * Whether a reference is so plain that nothing else can be meant: its digits in one piece, with no more than the words that
 * people write before them. Or letters and digits in one piece by Zelle, Binance or PayPal, whose numbers have letters. Anything
 * more in it may be another payment's reference in disguise, and a person looks at it.
 */
export function isPlain(referencia: string, kind: MethodKind | null): boolean {
  const bare = referencia.trim().replace(LABELLED, '').replace(/[.]$/, '')
  if (/^\d+$/.test(bare)) return bare.length <= MOST_DIGITS
  return paymentClass(kind) !== 'bolivares' && /^[A-Za-z\d]+(?:-[A-Za-z\d]+)*$/.test(bare)
}

/** The window that ends a reading: references of one payment share it, whatever digits a bank prints before. */
export function tailEnd({ cola }: Pick<Tail, 'cola'>): string {
  return (cola.startsWith('=') ? '=' : '') + cola.slice(-LEAST)
}

/** Six characters in a row of any reading: references that can be of one payment share one of them. */
export function windowsOf(tails: readonly Tail[]): string[] {
  const windows = new Set<string>()
  for (const { fila } of tails) {
    const mark = fila.startsWith('=') ? '=' : ''
    const text = fila.slice(mark.length)
    for (let at = 0; at + LEAST <= text.length && windows.size < WINDOWS; at++)
      windows.add(mark + text.slice(at, at + LEAST))
  }
  return [...windows].sort()
}

/** Whether two references can be of one payment; null without any sign of it. */
export function compareTails(one: readonly Tail[], other: readonly Tail[]): Likeness | null {
  let likeness: Likeness | null = null
  for (const a of one) {
    for (const b of other) {
      if (agree(a.cola, b.cola)) {
        if (a.firme && b.firme && a.cola === b.cola && isWhole(a)) return 'igual'
        likeness = 'parecida'
      } else if (likeness === null && (holds(a.fila, b.cola) || holds(b.fila, a.cola))) likeness = 'contenida'
    }
  }
  return likeness
}

/** Eight digits, or an identifier: two honest payments do not share it by chance. */
export function isWhole({ cola }: Pick<Tail, 'cola'>): boolean {
  return cola.startsWith('=') || cola.length === MOST
}

/** Whether those digits, or that identifier, are somewhere in the other. */
function holds(fila: string, cola: string): boolean {
  if (!cola.startsWith('=')) return !fila.startsWith('=') && fila.includes(cola)
  return fila.startsWith('=') && fila.includes(cola.slice(1))
}

function agree(a: string, b: string): boolean {
  if (a === b) return true
  if (a.startsWith('=') || b.startsWith('=')) return false
  return a.endsWith(b) || b.endsWith(a)
}

/**
 * The text as it is, and with look-alikes read as digits: all of a run, those inside of it, or whole words too: a `guess` takes words for digits
 * that are likelier words.
 */
function variants(text: string) {
  if (!/[OILSB]/.test(text)) return [{ read: text, guess: false }]
  const digits = (letters: string) => letters.replace(/[OILSB]/g, (letter) => LOOKS_LIKE[letter] ?? letter)
  const read = (dropFirst: boolean, dropLast: boolean) =>
    text.replace(/[\dOILSB]*\d[\dOILSB]*/g, (run) => {
      let rest = run
      if (dropFirst) rest = rest.replace(/^\D+/, '')
      if (dropLast) rest = rest.replace(/\D+$/, '')
      return digits(rest)
    })
  const words = text.replace(/(?<![\p{L}])[\dOILSB]+(?!\p{L})/gu, digits)
  return [
    ...[text, read(true, true), read(false, false), read(false, true), read(true, false)].map((one) => ({
      read: one,
      guess: false,
    })),
    { read: words, guess: true },
  ]
}

/** Digits that were written in groups, with nothing but signs between them. */
function joined(text: string): string[][] {
  const rows = text.match(/\d+(?:[^\p{L}\p{N}]+\d+)+/gu) ?? []
  return rows.map((row) => row.match(/\d+/g) ?? [])
}

function isLong(digits: string): boolean {
  return withoutZeros(digits).length >= LEAST
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '')
}

function withoutLabels(cased: string): string {
  return cased.replace(/\p{L}+(?![\p{L}\d])/gu, (word) => (LABELS.test(word.toUpperCase()) ? ' ' : word))
}

/** A code of Zelle has eight characters or more, and in one of five a single digit. Without any it may be a word. */
const LEAST_CODE = 8

/** Letters and digits of Zelle, Binance or PayPal as one, without the words before them. */
function identifier(words: string[]): string | null {
  const parts = words.filter((word) => !LABELS.test(word))
  const text = parts.join('')
  const digits = text.match(/\d/g)?.length ?? 0
  const least = parts.length === 1 && text.length >= LEAST_CODE ? 1 : 2
  if (!/\p{L}/u.test(text) || digits < least) return null
  const folded = text.replace(/[OILSB]/g, (letter) => LOOKS_LIKE[letter] ?? letter)
  return folded.length < LEAST ? null : folded
}

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
function guessDigits(plain: string): string[] | null {
  let rows = ['']
  for (const character of plain) {
    const digits = /\d/.test(character) ? [character] : ['', ...(SHAPES[character] ?? '')]
    rows = rows.flatMap((row) => digits.map((digit) => row + digit))
    if (rows.length > MOST_GUESSES) return null
  }
  return [...new Set(rows)]
}

/** An identifier in upper case with one sign for all that are drawn alike, so that those of two that were confused are equal. */
function foldShapes(code: string): string {
  return [...code].map((sign) => SHAPES[sign]?.charAt(0) ?? sign).join('')
}
