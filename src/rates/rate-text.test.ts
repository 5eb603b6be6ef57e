import { expect, test } from 'vitest'
import { readTypedRate } from './rate-text.ts'

test.each([
  ['671,4235', '671.42350000'],
  ['671.4235', '671.42350000'],
  [' Bs. 671,42 ', '671.42000000'],
  ['1.050,20', '1050.20000000'],
  ['1.050.200', '1050200.00000000'],
  ['1050', '1050.00000000'],
  // One thousand and fifty, or one and a bit: a price must not hang on a guess.
  ['1.050', 'ambigua'],
  ['0', null],
  ['-1', null],
  ['1,2,3', null],
  ['1.05,2', null],
  ['1e3', null],
  ['', null],
])('%j is %j', (typed, rate) => {
  expect(readTypedRate(typed)).toBe(rate)
})
