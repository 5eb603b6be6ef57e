import { expect, test } from 'vitest'
import { missingFiles, missingTests, openPromises, readRows, readSource } from './promise-table.ts'

/** docs/specification.md as a table of promises: each row must still be true of the files that it names. */
const { rows, keys } = readRows('docs/specification.md')

test('every section of the specification has rows, and none is open', () => {
  const sections = new Set(rows.map(({ number }) => number.split('.')[0]))
  expect([...sections].map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(rows.length).toBeGreaterThan(200)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  expect(openPromises(rows)).toEqual([])
})

test('every file that a row names exists', () => {
  expect(missingFiles(rows)).toEqual([])
})

test('every test that a row names is in its file, by its whole title', () => {
  expect(missingTests(rows)).toEqual([])
  expect(new Set(rows.flatMap(({ tests }) => tests)).size).toBe(keys.length)
})

test('every text that is quoted to the letter is in a file that its row names', () => {
  const missing = rows.flatMap(({ number, rule, files }) => {
    // A text may go over lines, and its variable part is written as `…`.
    const sources = files.map((file) =>
      readSource(file)
        .replace(/\$\{[^}]*\}/g, '…')
        .replace(/\s+/g, ' '),
    )
    return [...rule.matchAll(/«([^»]+)»/g)]
      .map(([, text = '']) => text)
      .filter((text) => !sources.some((source) => source.includes(text)))
      .map((text) => `${number} ${text}`)
  })
  expect(missing).toEqual([])
})
