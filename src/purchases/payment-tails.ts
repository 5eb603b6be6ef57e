import type { MethodKind } from '#payment-methods/methods.ts'

/** Fewer digits than these repeat among honest payments (docs/decisions/034-same-payment.md). */
const LEAST = 6
/** Banks print prefixes of their own before a receipt's last eight digits. */
const MOST = 8
/** A reference of a bank has no more digits; a longer row of groups is several things. */
const LONGEST = 12
/** Readings of one reference that are kept. */
const READINGS = 12

/** Methods of one class pay into accounts whose references can be of the same payment. */
export type PaymentClass = 'bolivares' | 'zelle' | 'binance' | 'paypal'

/** One way of reading a reference. */
export interface Tail {
  /** Six to eight digits; of an identifier with letters `=` and the whole of it. */
  cola: string
  /** Whether it is the one thing in that text that can be the reference, and not a guess. */
  firme: boolean
}

/** `igual`: one payment. `parecida`: it may be, and a person has to say so. */
export type Likeness = 'igual' | 'parecida'

/** What looks like a digit, in upper case. */
const LOOKS_LIKE: Record<string, string> = { O: '0', I: '1', L: '1', S: '5', B: '8' }
/** Letters of other alphabets that are drawn as one of those. */
const TWINS: Record<string, string> = {
  О: 'O',
  Ο: 'O',
  Ø: 'O',
  І: 'I',
  Ӏ: 'I',
  Ι: 'I',
  Ѕ: 'S',
  В: 'B',
  Β: 'B',
}
/** Words that people write before an identifier. */
const LABELS =
  /^(REF|REFERENCIA|NRO|NUM|NUMERO|NO|N|ID|OP|OPERACION|CONF|CONFIRMACION|ORDEN|ORDER|PAGO|ZELLE|BINANCE|PAYPAL)$/

export function paymentClass(kind: MethodKind | null): PaymentClass {
  return kind === 'zelle' || kind === 'binance' || kind === 'paypal' ? kind : 'bolivares'
}

/** The last six characters, by which tails that may agree find each other. */
export function tailEnd({ cola }: Pick<Tail, 'cola'>): string {
  return cola.slice(-LEAST)
}

/**
 * Every way of reading a reference that somebody may have written so that it does not look like another: with prefixes and
 * suffixes, look-alikes, signs and spaces, digits of other scripts. Empty when it has too few digits to tell a payment by.
 * @param kind of the method that was named; with letters only a bank in bolívares has no identifiers.
 */
export function paymentTails(referencia: string, kind: MethodKind | null): Tail[] {
  const text = plain(referencia)
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const mixed = words.some((word) => /\d/.test(word) && /\p{L}/u.test(word))
  const found = new Map<string, boolean>()
  const add = (cola: string | null, firme: boolean) => {
    if (cola !== null) found.set(cola, firme || found.get(cola) === true)
  }
  // An identifier with letters is one whole: its digits alone are a guess.
  const code = kind === 'pago_movil' || kind === 'transferencia' ? null : identifier(words)
  const sure = !mixed || paymentClass(kind) === 'bolivares'
  for (const { read, guess } of variants(text)) {
    const runs = (read.match(/\d+/g) ?? []).filter((run) => tail(run) !== null)
    const rows = joined(read).filter((row) => tail(row) !== null)
    for (const run of runs) add(tail(run), sure && !guess && runs.length === 1)
    for (const row of rows)
      add(tail(row), sure && !guess && runs.length === 0 && rows.length === 1 && row.length <= LONGEST)
    add(tail(read.replace(/\D/g, '')), false)
  }
  if (code !== null) add(`=${code}`, true)
  return [...found]
    .map(([cola, firme]) => ({ cola, firme }))
    .sort((a, b) => Number(b.firme) - Number(a.firme))
    .slice(0, READINGS)
}

/** Whether two references can be of one payment, whoever wrote them; null when nothing says so. */
export function compareTails(one: readonly Tail[], other: readonly Tail[]): Likeness | null {
  let likeness: Likeness | null = null
  for (const a of one) {
    for (const b of other) {
      if (!agree(a.cola, b.cola)) continue
      if (a.firme && b.firme && a.cola === b.cola && isWhole(a)) return 'igual'
      likeness = 'parecida'
    }
  }
  return likeness
}

/** Eight digits, or an identifier: two honest payments do not share it by chance. */
export function isWhole({ cola }: Pick<Tail, 'cola'>): boolean {
  return cola.startsWith('=') || cola.length === MOST
}

function agree(a: string, b: string): boolean {
  if (a === b) return true
  if (a.startsWith('=') || b.startsWith('=')) return false
  return a.endsWith(b) || b.endsWith(a)
}

/** In upper case, without accents, every digit and every letter that is drawn as a Latin one as such. */
function plain(text: string): string {
  const bare = text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()
  return [...bare].map((character) => TWINS[character] ?? decimal(character)).join('')
}

/** The digits of every script stand in rows of ten, the zero first. */
function decimal(character: string): string {
  if (!/^\p{Nd}$/u.test(character)) return character
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

interface Variant {
  read: string
  /** Whether it takes words for digits that are likelier words. */
  guess: boolean
}

/** The text as it is, and with look-alikes read as digits: all of a run, those inside of it, or whole words too. */
function variants(text: string): Variant[] {
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

/** Digits that were written in groups, with nothing but signs between them, as one. */
function joined(text: string): string[] {
  const rows = text.match(/\d+(?:[^\p{L}\p{N}]+\d+)+/gu) ?? []
  return rows.map((row) => row.replace(/\D/g, ''))
}

function tail(digits: string): string | null {
  const significant = digits.replace(/^0+/, '')
  return significant.length < LEAST ? null : significant.slice(-MOST)
}

/** Letters and digits of Zelle, Binance or PayPal as one, without the words before them. */
function identifier(words: string[]): string | null {
  const text = words.filter((word) => !LABELS.test(word)).join('')
  if (!/\p{L}/u.test(text) || (text.match(/\d/g)?.length ?? 0) < 2) return null
  const folded = text.replace(/[OILSB]/g, (letter) => LOOKS_LIKE[letter] ?? letter)
  return folded.length < LEAST ? null : folded
}
