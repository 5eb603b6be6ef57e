import { expect, test } from 'vitest'
import { findForeignCurrency } from './promotion-concerns.ts'

test.each([
  ['Segundo premio: $200 para el anterior.', '$200'],
  ['<p>Gana <b>1.000 $</b></p>', '1.000 $'],
  ['Moto o USD 500', 'USD 500'],
  ['Quinientos dólares en efectivo', 'dólares'],
  ['QUINIENTOS DOLARES', 'DOLARES'],
  ['Premio de 300€', '300€'],
  ['Cien euros', 'euros'],
  ['Pagadero en divisas', 'divisas'],
  ['&euro;50', '€50'],
])('%s names %s', (text, words) => {
  expect(findForeignCurrency(text)).toBe(words)
})

test.each([
  'Moto 150 cc cero kilómetros, en bolívares',
  'Camioneta 4×4 europea',
  'Doladora y divisadero',
  '<a href="https://ejemplo.test/?a=$1">aquí</a>',
  '',
])('%s names none', (text) => {
  expect(findForeignCurrency(text)).toBeNull()
})
