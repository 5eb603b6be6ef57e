import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** docs/specification.md as a table of promises: each row must still be true of the files that it names. */
const rows = readFileSync('docs/specification.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number = '', rule = '', where = '', shown = ''] = line.slice(2, -2).split(' | ')
    return { number, rule, where, shown }
  })

const files = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
const tests = (cell: string) => cell.split('<br>').map((one) => one.split(' › ') as [file: string, title: string])
const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The titles of a file's tests and groups as they are written; `…` for what each of several tests has in its place. */
function titlesOf(file: string): string[] {
  const title =
    /(?:\b(?:test|it|describe|onBothEngines)|\))\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/g
  return [...read(file).matchAll(title)].map(([, literal = '']) =>
    literal
      .slice(1, -1)
      .replace(/\$\{[^}]*\}|%[a-z]/g, '…')
      .replace(/\\(.)/g, '$1'),
  )
}

test('every section of the specification has rows, and none is open', () => {
  const sections = new Set(rows.map(({ number }) => number.split('.')[0]))
  expect([...sections].map(Number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(rows.length).toBeGreaterThan(200)
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

test('every test that a row names is in its file, by its whole title', () => {
  const missing = rows.flatMap(({ number, shown }) =>
    tests(shown)
      .filter(([file, title]) => !titlesOf(file).includes(title))
      .map(([file, title]) => `${number} ${file} › ${title}`),
  )
  expect(missing).toEqual([])
})

test('every text that is quoted to the letter is in a file that its row names', () => {
  const missing = rows.flatMap(({ number, rule, where }) => {
    // A text may go over lines, and its variable part is written as `…`.
    const sources = files(where).map((file) =>
      read(file)
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
