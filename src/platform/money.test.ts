import Big from 'big.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addMoney,
  amountToCopy,
  formatAmount,
  formatBolivares,
  formatCount,
  formatDollars,
  formatRate,
  type Money,
  movesWithin,
  parseMoney,
  parseRate,
  type Rate,
  times,
  toBolivares,
  toDollars,
} from './money.ts'

// Every function is held against a decimal library, on amounts and rates far beyond those of any raffle.
const HALF_UP = 1
const money = fc.bigInt(0n, 10n ** 12n).map((cents) => new Big(cents.toString()).div(100).toFixed(2) as Money)
const rate = fc.bigInt(1n, 10n ** 15n).map((units) => new Big(units.toString()).div('1e8').toFixed(8) as Rate)

it('multiplies and adds exactly', () => {
  fc.assert(
    fc.property(money, money, fc.integer({ min: 0, max: 100 }), (a, b, quantity) => {
      expect(times(a, quantity)).toBe(new Big(a).times(quantity).toFixed(2))
      expect(addMoney(a, b)).toBe(new Big(a).plus(b).toFixed(2))
    }),
  )
})

it('converts to bolívares and back, rounded half up to the cent', () => {
  fc.assert(
    fc.property(money, rate, (amount, at) => {
      expect(toBolivares(amount, at)).toBe(new Big(amount).times(at).round(2, HALF_UP).toFixed(2))
      // Big divides to a fixed number of places: enough of them that the last rounding sees what is there.
      const big = Big()
      big.DP = 40
      expect(toDollars(amount, at)).toBe(new big(amount).div(at).round(2, HALF_UP).toFixed(2))
    }),
  )
})

it('rounds a half up and not to the even neighbour', () => {
  expect(toBolivares('0.01' as Money, '0.50000000' as Rate)).toBe('0.01')
  expect(toBolivares('0.05' as Money, '0.50000000' as Rate)).toBe('0.03')
  expect(toDollars('0.05' as Money, '2.00000000' as Rate)).toBe('0.03')
})

it('says whether a rate moved too far, exactly at the border', () => {
  expect(movesWithin('100.00000000' as Rate, '110.00000000' as Rate, 10)).toBe(true)
  expect(movesWithin('100.00000000' as Rate, '110.00000001' as Rate, 10)).toBe(false)
  expect(movesWithin('100.00000000' as Rate, '90.00000000' as Rate, 10)).toBe(true)
  expect(movesWithin('100.00000000' as Rate, '89.99999999' as Rate, 10)).toBe(false)
  fc.assert(
    fc.property(rate, rate, fc.integer({ min: 1, max: 50 }), (before, next, percent) => {
      const moved = new Big(next).minus(before).abs().times(100)
      expect(movesWithin(before, next, percent)).toBe(moved.lte(new Big(before).times(percent)))
    }),
  )
})

it.each([
  ['5', '5.00'],
  ['5.0', '5.00'],
  ['5.05', '5.05'],
  ['0', '0.00'],
  ['007.10', '7.10'],
  ['999999999999.99', '999999999999.99'],
])('reads the amount %s', (text, expected) => {
  expect(parseMoney(text)).toBe(expected)
})

it.each([
  '',
  ' 5',
  '5 ',
  '-5',
  '+5',
  '5.',
  '.5',
  '5.001',
  '5,00',
  '1.234,50',
  '1e3',
  'NaN',
  'Infinity',
  '0x10',
  '٥',
  '1000000000000',
])('refuses the amount %j', (text) => {
  expect(parseMoney(text)).toBeNull()
})

it.each([
  ['671.4235', '671.42350000'],
  ['36', '36.00000000'],
  ['0.00000001', '0.00000001'],
  ['999999999.99999999', '999999999.99999999'],
])('reads the rate %s', (text, expected) => {
  expect(parseRate(text)).toBe(expected)
})

it.each(['', '0', '0.00', '-1', '1,5', '1.000,50', '582,68620000', '1e2', '1.123456789', '1000000000', 'NaN'])(
  'refuses the rate %j',
  (text) => {
    expect(parseRate(text)).toBeNull()
  },
)

it('writes amounts as they are written in Venezuela', () => {
  expect(formatAmount('1234.50' as Money)).toBe('1.234,50')
  expect(formatAmount('0.05' as Money)).toBe('0,05')
  expect(formatAmount('1234567.89' as Money)).toBe('1.234.567,89')
  expect(formatDollars('999.00' as Money)).toBe('$999,00')
  expect(formatBolivares('1234.50' as Money)).toBe('Bs.\u00a01.234,50')
  expect(formatRate('671.42350000' as Rate)).toBe('671,42')
  expect(formatRate('671.42500000' as Rate)).toBe('671,43')
  expect(formatRate('1000.50000000' as Rate)).toBe('1.000,50')
  expect(formatCount(10_000)).toBe('10.000')
  expect(formatCount(999)).toBe('999')
  expect(amountToCopy('1234.50' as Money, 'VES')).toBe('1234,50')
  expect(amountToCopy('8000.00' as Money, 'COP')).toBe('8000,00')
  expect(amountToCopy('1234.50' as Money, 'USD')).toBe('1234.50')
})
