import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MethodKind } from '#payment-methods/methods.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { paymentTails, tailEnd, windowsOf } from '#purchases/payment-tails.ts'
import { referenceEnding } from '#purchases/reference.ts'
import { checkReference as checkForm } from '#purchases/rules.ts'
import type { Alike } from '#purchases/server/payment/list-alike.ts'
import type { Purchase } from '#purchases/server/store.ts'
import { checkReference } from './check-reference.ts'

const SEED = 48
const CASES = 2_000

type Paid = Pick<Alike, 'referencia' | 'metodo_pago'>

let made = 0
const noMoney = () => new Set<number>()
const purchase = (paid: Paid, estado: Alike['estado']) =>
  ({ ...paid, id: ++made, codigo: `TB-${made}`, estado, vendida_por: '' }) as unknown as Purchase

/** Whether the desk shows a green check for the second while the first is there. Others are found by windows and by endings, as the database does. */
function isGreen(first: Paid, second: Paid, estado: Alike['estado'], share = sharesWindow): boolean {
  const found = share(first, second) || referenceEnding(first.referencia) === referenceEnding(second.referencia)
  const check = checkReference(purchase(second, 'en revision'), found ? [purchase(first, estado)] : [], noMoney)
  return check.nivel === 'bien'
}

function sharesWindow(one: Paid, other: Paid): boolean {
  const windows = (paid: Paid) => windowsOf(paymentTails(paid.referencia, paid.metodo_pago))
  const known = new Set(windows(one))
  return windows(other).some((window) => known.has(window))
}

/** The desk's former criterion: the ends of the readings, and nothing within. */
function sharesEnd(one: Paid, other: Paid): boolean {
  const finals = (paid: Paid) => paymentTails(paid.referencia, paid.metodo_pago).map(tailEnd)
  return finals(one).some((final) => finals(other).includes(final))
}

const DRAWN: Record<string, readonly string[]> = {
  0: ['O', 'o', 'D', 'Q', 'О', 'Ο', '〇', '⓪', '⁰', '０', '٠'],
  1: ['I', 'l', 'i', 'L', 'І', '一', '①', '¹', 'Ⅰ', '１', '१'],
  2: ['Z', 'z', '②', '²', 'Ⅱ', '２'],
  3: ['E', 'e', 'З', '③', '³', '３'],
  4: ['A', 'a', 'А', 'Ч', '④', '⁴', '４'],
  5: ['S', 's', 'Ѕ', '⑤', '⁵', 'Ⅴ', '５'],
  6: ['b', 'G', 'б', '⑥', '⁶', '６'],
  7: ['T', 't', 'Т', '⑦', '⁷', '７'],
  8: ['B', 'В', 'ß', '⑧', '⁸', '８'],
  9: ['g', 'q', 'Q', '⑨', '⁹', '９'],
}
const NOISE = ['X', 'x', 'ñ', 'W', '\u3164', 'ㅤ', 'K', 'ª', 'ж', '文']
const SIGNS = [' ', '.', '-', '/', '_', '#', ':', '  ', ' - ']
const WORDS = ['Ref ', 'REF:', 'Ref. ', 'Nro. ', 'Referencia ', 'Pago ', 'N ', 'Bs ', 'VIENE ', 'Banesco ', '#']

/** Another way to write it, in one to three steps: `cut` is the rest that a bank leaves of the number. */
const disguise = fc.record({
  original: fc.integer({ min: 10_000_000, max: 999_999_999_999 }).map(String),
  zeros: fc.integer({ min: 0, max: 4 }),
  cut: fc.constantFrom(4, 6, 8, 0),
  steps: fc.array(
    fc.record({
      way: fc.constantFrom('draw', 'noise', 'group', 'append', 'prepend', 'word', 'tail', 'none'),
      places: fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 4 }),
      pick: fc.nat(),
      digits: fc.stringMatching(/^[0-9]{1,4}$/),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  kind: fc.constantFrom<MethodKind | null>('pago_movil', 'pago_movil', 'transferencia', 'zelle', 'binance', null),
})

type Disguise = typeof disguise extends fc.Arbitrary<infer T> ? T : never

function write({ original, zeros, cut, steps }: Disguise): string {
  let text = cut === 0 ? '0'.repeat(zeros) + original : original.slice(-cut)
  for (const { way, places, pick, digits } of steps) {
    const any = (list: readonly string[]) => list[pick % list.length] ?? ''
    const at = (places[0] ?? 0) % (text.length + 1)
    if (way === 'draw')
      for (const place of places) {
        const sign = text.charAt(place % text.length)
        const drawn = DRAWN[sign]
        if (drawn) text = text.slice(0, place % text.length) + any(drawn) + text.slice((place % text.length) + 1)
      }
    if (way === 'noise' && cut !== 4) text = text.slice(0, at) + any(NOISE) + text.slice(at)
    if (way === 'group')
      for (const place of places) {
        const here = place % (text.length + 1)
        text = text.slice(0, here) + any(SIGNS) + text.slice(here)
      }
    // Any digits can be added to ones that tell no payment: it is then another number.
    if (way === 'append' && cut !== 4 && cut !== 6) text += (pick % 2 ? ' ' : '') + digits
    if (way === 'prepend' && cut !== 4 && cut !== 6) text = digits + (pick % 2 ? '-' : '') + text
    if (way === 'word') text = any(WORDS) + text
    if (way === 'tail') text += any([' Bs 1500', ' X', 'A', '.', ' PM', ' 2026', ' 22/11'])
  }
  return text
}

describe('one payment', () => {
  test.each(['confirmado', 'en revision'] as const)('in 2,000 disguises is never green while it is %s', (estado) => {
    let sent = 0
    fc.assert(
      fc.property(disguise, (given) => {
        const referencia = write(given)
        // The form takes no more, and refuses an invalid reference with a text of its own.
        fc.pre(checkForm(referencia, given.kind) === null)
        sent += 1
        const first: Paid = { referencia: '0'.repeat(given.zeros) + given.original, metodo_pago: 'pago_movil' }
        expect(isGreen(first, { referencia, metodo_pago: given.kind }, estado), referencia).toBe(false)
      }),
      { seed: SEED, numRuns: CASES },
    )
    expect(sent, `seed ${SEED}`).toBe(CASES)
  })

  test('is not green either when the disguise came first and was confirmed by a person', () => {
    fc.assert(
      fc.property(disguise, (given) => {
        const referencia = write(given)
        fc.pre(checkForm(referencia, given.kind) === null && given.cut === 0)
        fc.pre(given.steps.every(({ way }) => way !== 'draw' && way !== 'noise'))
        const second: Paid = { referencia: given.original, metodo_pago: 'pago_movil' }
        expect(isGreen({ referencia, metodo_pago: given.kind }, second, 'confirmado'), referencia).toBe(false)
      }),
      { seed: SEED, numRuns: 500 },
    )
  })

  test('control: by ends alone many are', () => {
    const green: string[] = []
    for (const given of fc.sample(disguise, { seed: SEED, numRuns: CASES })) {
      const referencia = write(given)
      if (checkForm(referencia, given.kind) !== null) continue
      const first: Paid = { referencia: given.original, metodo_pago: 'pago_movil' }
      if (isGreen(first, { referencia, metodo_pago: given.kind }, 'confirmado', sharesEnd)) green.push(referencia)
    }
    expect(green.length, `seed ${SEED}`).toBeGreaterThan(20)
  })
})

describe('honest payments', () => {
  test('of one day, of 6 to 12 digits, are green', () => {
    const random = seededRandom(SEED)
    const flagged = { long: 0, counted: 0 }
    for (let day = 0; day < 10; day++) {
      const references = Array.from({ length: 1_000 }, () => {
        const length = 6 + random.below(7)
        return Array.from({ length }, () => random.below(10)).join('')
      })
      for (const [place, likes] of likesOf(references).entries()) {
        const long = (references[place] ?? '').replace(/^0+/, '').length >= 8
        flagged.counted += long ? 1 : 0
        if (likes && long) flagged.long += 1
      }
    }
    expect(flagged.counted).toBeGreaterThan(6_000)
    expect(flagged.long / flagged.counted, `seed ${SEED}: ${JSON.stringify(flagged)}`).toBeLessThan(0.001)
  })
})

/** Of each, whether another of them can be of its payment. */
function likesOf(references: readonly string[]): boolean[] {
  const paid = references.map((referencia): Paid => ({ referencia, metodo_pago: 'pago_movil' }))
  const windows = paid.map(({ referencia }) => windowsOf(paymentTails(referencia, 'pago_movil')))
  const having = new Map<string, number[]>()
  for (const [place, own] of windows.entries())
    for (const window of own) having.set(window, [...(having.get(window) ?? []), place])
  return paid.map((one, place) => {
    const others = new Set((windows[place] ?? []).flatMap((window) => having.get(window) ?? []))
    others.delete(place)
    const candidates = [...others].map((other) => purchase(paid[other] ?? one, 'en revision'))
    return paymentTails(one.referencia, 'pago_movil').length > 0 && checkOf(one, candidates) !== 'bien'
  })
}

function checkOf(one: Paid, candidates: Purchase[]): string {
  return checkReference(purchase(one, 'en revision'), candidates, noMoney).nivel
}
