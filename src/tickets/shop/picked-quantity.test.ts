import { expect, test } from 'vitest'
import { stepQuantity, typedQuantity } from './picked-quantity.ts'

const ANY = { minimo: 2, maximo: 100 }
const FEW = { minimo: 5, maximo: 20 }

test('typing towards 15 is not disturbed, leaving the field is corrected', () => {
  expect(typedQuantity('1', false, ANY)).toEqual({ quantity: 2, limited: false, correction: null })
  expect(typedQuantity('15', false, ANY)).toEqual({ quantity: 15, limited: false, correction: null })
  expect(typedQuantity('1', true, ANY).correction).toBe('2')
  expect(typedQuantity('', true, ANY)).toEqual({ quantity: 2, limited: false, correction: '2' })
  expect(typedQuantity('007', true, ANY).correction).toBe('7')
})

test('above the maximum is corrected immediately and warned', () => {
  expect(typedQuantity('101', false, ANY)).toEqual({ quantity: 100, limited: true, correction: '100' })
})

test('buttons add up to the maximum, minus stops at two, reset goes back to two', () => {
  expect(stepQuantity(2, '50', ANY)).toEqual({ quantity: 52, limited: false })
  expect(stepQuantity(80, '30', ANY)).toEqual({ quantity: 100, limited: true })
  expect(stepQuantity(3, 'minus', ANY).quantity).toBe(2)
  expect(stepQuantity(2, 'minus', ANY).quantity).toBe(2)
  expect(stepQuantity(64, 'reset', ANY).quantity).toBe(2)
})

test('a raffle with limits of its own keeps to them', () => {
  expect(typedQuantity('', true, FEW)).toEqual({ quantity: 5, limited: false, correction: '5' })
  expect(typedQuantity('21', false, FEW)).toEqual({ quantity: 20, limited: true, correction: '20' })
  expect(stepQuantity(5, 'minus', FEW).quantity).toBe(5)
  expect(stepQuantity(6, 'minus', FEW).quantity).toBe(5)
  expect(stepQuantity(18, '2', FEW)).toEqual({ quantity: 20, limited: false })
  expect(stepQuantity(12, 'reset', FEW).quantity).toBe(5)
})
