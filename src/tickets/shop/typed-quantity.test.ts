import { expect, test } from 'vitest'
import { stepQuantity } from './step-quantity.ts'
import { typedQuantity } from './typed-quantity.ts'

test('typing towards 15 is not disturbed, leaving the field is corrected', () => {
  expect(typedQuantity('1', false)).toEqual({ quantity: 2, limited: false, correction: null })
  expect(typedQuantity('15', false)).toEqual({ quantity: 15, limited: false, correction: null })
  expect(typedQuantity('1', true).correction).toBe('2')
  expect(typedQuantity('', true)).toEqual({ quantity: 2, limited: false, correction: '2' })
  expect(typedQuantity('007', true).correction).toBe('7')
})

test('above the maximum is corrected at once and warned', () => {
  expect(typedQuantity('101', false)).toEqual({ quantity: 100, limited: true, correction: '100' })
})

test('buttons add up to the maximum, minus stops at two, reset goes back to two', () => {
  expect(stepQuantity(2, '50')).toEqual({ quantity: 52, limited: false })
  expect(stepQuantity(80, '30')).toEqual({ quantity: 100, limited: true })
  expect(stepQuantity(3, 'minus').quantity).toBe(2)
  expect(stepQuantity(2, 'minus').quantity).toBe(2)
  expect(stepQuantity(64, 'reset').quantity).toBe(2)
})
