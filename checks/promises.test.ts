import { expect, test } from 'vitest'
import { missingFiles, missingTests, openRows, readRows } from './promise-table.ts'

/** docs/promises.md: what holds when somebody wants to do harm, with its figure. */
const rows = readRows('docs/promises.md', /^A\d+(–\d+)?$/)

test('every promise has its rows, and none is open', () => {
  const numbers = rows.flatMap(({ number }) => {
    const [first = 0, last = first] = number.slice(1).split('–').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1))
  expect(openRows(rows)).toEqual([])
})

test('no row says that a part of it is open', () => {
  expect(rows.filter(({ rule }) => rule.includes('(open')).map(({ number }) => number)).toEqual([])
})

test('every file that a promise names exists', () => {
  expect(missingFiles(rows)).toEqual([])
})

test('every test that a promise names is in its file, by its whole title', () => {
  expect(missingTests(rows)).toEqual([])
})
