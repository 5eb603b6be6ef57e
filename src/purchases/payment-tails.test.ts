import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MethodKind } from '#payment-methods/methods.ts'
import { compareTails, isPlain, paymentTails } from './payment-tails.ts'

const likeness = (a: string, b: string, kinds: [MethodKind | null, MethodKind | null] = ['pago_movil', 'pago_movil']) =>
  compareTails(paymentTails(a, kinds[0]), paymentTails(b, kinds[1]))

test.each<[string, MethodKind, boolean]>([
  ['0083726154', 'pago_movil', true],
  ['Ref. 0083726154', 'transferencia', true],
  ['Nº 83726154', 'pago_movil', true],
  ['referencia: 83726154.', 'pago_movil', true],
  ['83726154X', 'pago_movil', false],
  ['83 726 154', 'pago_movil', false],
  ['Ref83726154', 'pago_movil', false],
  ['８３７２６１５４', 'pago_movil', false],
  ['8372615④', 'pago_movil', false],
  ['1'.repeat(21), 'pago_movil', false],
  ['BACx8k-2210', 'zelle', true],
  ['4FX12345AB678901C', 'paypal', true],
  ['O83726IS4', 'zelle', true],
  ['JPM99abcdKLM', 'zelle', true],
  ['O83726IS4', 'pago_movil', false],
  ['BAС8k2210', 'zelle', false],
  ['BAC 8k2210', 'zelle', false],
])('%s by %s is written plainly: %s', (referencia, kind, plain) => expect(isPlain(referencia, kind)).toBe(plain))

test('a number by itself is read as it is among other words', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,30}$/), (digits) => {
      expect(paymentTails(digits, 'pago_movil')).toEqual(paymentTails(`Ref. ${digits}`, 'pago_movil'))
    }),
    { seed: 20261122, numRuns: 500 },
  )
})

describe('two references are of the same payment', () => {
  test.each([
    '83726154',
    'Ref 0083726154',
    'REF:0083726154',
    'Nro. 83726154',
    'O083726154',
    'OO83726154',
    '0083726154X',
    'B3726IS4',
    'B3726lS4',
    '0083 726 154',
    '0083.7261.54',
    '5093083726154',
    '００８３７２６１５４',
    '٠٠٨٣٧٢٦١٥٤',
    '८३७२६१५४',
    'ОО83726154',
    '0083726154 Bs 1500.00',
    '0083726154 22/11/2026',
  ])('0083726154 and %s', (written) => expect(likeness('0083726154', written)).toBe('igual'))

  test('a shorter one that ends the other may be it, and a person decides', () => {
    expect(likeness('0083726154', '726154')).toBe('parecida')
    expect(likeness('726154', '726154')).toBe('parecida')
    expect(likeness('0083726154', '83X726154')).toBe('parecida')
  })
  test('fewer than six digits tell no payment', () => {
    expect(paymentTails('26154', 'pago_movil')).toEqual([])
    expect(paymentTails('000026154', 'pago_movil')).toEqual([])
    expect(paymentTails('Ref. 1234', null)).toEqual([])
  })
  test('others are others', () => {
    expect(likeness('0083726154', '0083726155')).toBeNull()
    expect(likeness('0083726154', '37261540')).toBeNull()
    expect(likeness('123456', '654321')).toBeNull()
  })
  test('an identifier with letters is compared whole, without the words before it', () => {
    const zelle: [MethodKind, MethodKind] = ['zelle', 'zelle']
    expect(likeness('BACx8k-2210', 'bacx8k2210', zelle)).toBe('igual')
    expect(likeness('BACx8k-2210', 'Ref: BACX8K2210', zelle)).toBe('igual')
    expect(likeness('BACOx8k2210', 'BAC0x8k2210', zelle)).toBe('igual')
    expect(likeness('BACx8k-2210', 'BACx9k-2210', zelle)).toBeNull()
    // The digits alone are no proof where letters belong to it.
    expect(likeness('BAC12345678', 'JPM12345678', zelle)).toBe('parecida')
  })
  test('a text with several numbers is read in each way, and none of them is sure', () => {
    const tails = paymentTails('0083726154 04141234567', 'pago_movil')
    expect(tails.every(({ firme }) => !firme)).toBe(true)
    expect(likeness('0083726154', '0083726154 04141234567')).toBe('parecida')
    expect(likeness('0083726154 04141234567', '0099112233 04141234567')).toBe('parecida')
  })
  test('it does not matter which comes first, and each that tells a payment is itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9OISx ]{1,14}$/), fc.stringMatching(/^[0-9OISx ]{1,14}$/), (a, b) => {
        expect(likeness(a, b)).toBe(likeness(b, a))
        if (paymentTails(a, 'pago_movil').length > 0) expect(likeness(a, a)).not.toBeNull()
      }),
      { seed: 34, numRuns: 300 },
    )
  })
})
