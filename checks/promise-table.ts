import { existsSync, readFileSync } from 'node:fs'

/** A section of docs/promises.md or a row of docs/specification.md, the files that keep it and the tests that show it. */
export interface Promised {
  number: string
  rule: string
  files: string[]
  tests: Test[]
}

interface Test {
  file: string
  title: string
}

export const readSource = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
const filesOf = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)

/** The sections whose heading begins with a number such as `A1`. */
export function readSections(document: string): Promised[] {
  const [, ...sections] = readFileSync(document, 'utf8').split(/^## (?=A\d)/m)
  return sections.map((rule) => ({
    number: rule.split(' ')[0] ?? '',
    rule,
    files: filesOf(/^Files: .*/m.exec(rule)?.[0] ?? ''),
    tests: testsIn(rule),
  }))
}

/** The rows whose first cell is a number such as `2.13`; their last names tests by the keys that the block below them explains. */
export function readRows(document: string): { rows: Promised[]; keys: string[] } {
  const text = readFileSync(document, 'utf8')
  const tests = new Map(
    testsIn(text).map(({ file, title }) => {
      const [key = '', ...words] = title.split(' ')
      return [key, { file, title: words.join(' ') }]
    }),
  )
  const rows = [...text.matchAll(/^\| (\d+\.\d+) \| (.*) \| (.*) \| (.*) \|$/gm)].map(
    ([, number = '', rule = '', where = '', shown = '']) => ({
      ...{ number, rule, files: filesOf(where) },
      tests: shown.split(' ').map((key) => tests.get(key) ?? { file: '', title: key }),
    }),
  )
  return { rows, keys: [...tests.keys()] }
}

/** The block that lists files, and below each the titles of its tests. */
function testsIn(text: string): Test[] {
  const [, block = ''] = /^```text\n(.*?)^```$/ms.exec(text) ?? []
  let file = ''
  return block.split('\n').flatMap((line) => {
    if (line.startsWith('  ')) return [{ file, title: line.trim() }]
    file = line
    return []
  })
}

/** Those without a file or without a test. */
export function openPromises(promises: Promised[]): Promised[] {
  return promises.filter(({ files, tests }) => files.length === 0 || tests.length === 0)
}

export function missingFiles(promises: Promised[]): string[] {
  return promises.flatMap(({ number, files }) =>
    files.filter((file) => !existsSync(file)).map((file) => `${number} ${file}`),
  )
}

export function missingTests(promises: Promised[]): string[] {
  return promises.flatMap(({ number, tests }) =>
    tests
      .filter(({ file, title }) => !titlesOf(file).includes(title))
      .map(({ file, title }) => `${number} ${file} › ${title}`),
  )
}

/** The titles of a file's tests and groups as they are written; `…` for what each of several tests has in its place. */
export function titlesOf(file: string): string[] {
  const title =
    /(?:\b(?:test|it|describe|inPlace|on[A-Z]\w*)|\))\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/g
  return [...readSource(file).matchAll(title)].map(([, literal = '']) =>
    literal
      .slice(1, -1)
      .replace(/\$\{[^}]*\}|%[a-z]/g, '…')
      .replace(/\\(.)/g, '$1'),
  )
}
