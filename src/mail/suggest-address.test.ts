import { expect, test } from 'vitest'
import { suggestAddress } from './suggest-address.ts'

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@gmail.con', 'ana@gmail.com'],
  ['ana@gmail', null],
  ['ana@hotmal.com', 'ana@hotmail.com'],
  ['ana@gmail.com', null],
  ['ana@yahoo.es', null],
  ['ana@miempresa.com.ve', null],
  ['@gmial.com', null],
  ['ana', null],
])('%s may be %s', (typed, meant) => {
  expect(suggestAddress(typed)).toBe(meant)
})
