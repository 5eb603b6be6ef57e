import { expect, test } from 'vitest'
import { missingFiles, missingTests, openPromises, readSections } from './promise-table.ts'

/** docs/promises.md: a promise for each attack, with its figure. */
const promises = readSections('docs/promises.md')

test('every promise has its section, and none is open', () => {
  const numbers = promises.flatMap(({ number }) => {
    const [first = 0, last = first] = number.replace(/^A|b$/g, '').split('–').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(Array.from({ length: 28 }, (_, index) => index + 1))
  expect(promises.map(({ number }) => number)).toEqual(expect.arrayContaining(['A13b', 'A17b']))
  expect(openPromises(promises)).toEqual([])
  expect(promises.flatMap(({ tests }) => tests).length).toBeGreaterThan(80)
})

test('control: a section without files or tests is open', () => {
  const whole = { number: 'A1', rule: '', files: ['src/a.ts'], tests: [{ file: 'src/a.test.ts', title: 'a' }] }
  expect(openPromises([whole, { ...whole, files: [] }, { ...whole, tests: [] }])).toHaveLength(2)
})

test('every file that a promise names exists', () => {
  expect(missingFiles(promises)).toEqual([])
})

test('every test that a promise names is in its file, by its whole title', () => {
  expect(missingTests(promises)).toEqual([])
})
