import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** docs/specification.md as a table of promises: each row must still be true of the files that it names. */
const document = readFileSync('docs/specification.md', 'utf8')
const rows = document
  .split('\n')
  .filter((line) => /^\| \d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number = '', rule = '', where = '', shown = ''] = line.slice(2, -2).split(' | ')
    return { number, rule, where, shown }
  })

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const files = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
const tests = (cell: string) => cell.split('<br>').map((one) => one.split(' › ') as [file: string, title: string])

test('every section of the specification has rows, and every row says where it lives and what shows it', () => {
  const sections = new Set(rows.map(({ number }) => number.split('.')[0]))
  expect([...sections].map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(rows.length).toBeGreaterThan(150)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
  expect(rows.filter(({ where, shown }) => files(where).length === 0 || !shown.includes(' › '))).toEqual([])
})

test('every file that a row names exists', () => {
  const missing = rows.flatMap(({ number, where }) =>
    files(where)
      .filter((file) => !existsSync(file))
      .map((file) => `${number} ${file}`),
  )
  expect(missing).toEqual([])
})

test('every test that a row names is in its file', () => {
  const missing = rows.flatMap(({ number, shown }) =>
    tests(shown)
      .filter(
        ([file, title]) =>
          !read(file)
            .replaceAll("\\'", "'")
            .includes(title ?? ''),
      )
      .map(([file, title]) => `${number} ${file} › ${title}`),
  )
  expect(missing).toEqual([])
})

test('every text that is quoted to the letter is in the product', () => {
  const sources = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8').replace(/\s+/g, ' '))
  const missing = rows.flatMap(({ number, rule }) =>
    [...rule.matchAll(/«([^»]+)»/g)]
      .map(([, text = '']) => text)
      .filter((text) => !sources.some((source) => source.includes(text)))
      .map((text) => `${number} ${text}`),
  )
  // Words about how a text is built, and not the text itself.
  expect(missing.filter((one) => !one.endsWith('día de Mes'))).toEqual([])
})
