import { existsSync, readFileSync } from 'node:fs'

/** A row of docs/specification.md or docs/promises.md: what is promised, which files keep it, which tests show it. */
export interface PromiseRow {
  number: string
  rule: string
  where: string
  shown: string
}

/** The rows of a document whose first cell looks like that. */
export function readRows(document: string, number: RegExp): PromiseRow[] {
  return readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && number.test(line.slice(2).split(' | ')[0] ?? ''))
    .map((line) => {
      const cells = line.slice(2, -2).split(' | ')
      const [where = '', shown = ''] = cells.slice(-2)
      return { number: cells[0] ?? '', rule: cells.slice(1, -2).join(' | '), where, shown }
    })
}

export const filesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file)
const testsOf = (cell: string) => cell.split('<br>').map((one) => one.split(' › ') as [file: string, title: string])
export const readSource = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Rows without a file or without a test. */
export function openRows(rows: PromiseRow[]): PromiseRow[] {
  return rows.filter(({ where, shown }) => filesOf(where).length === 0 || !shown.includes(' › '))
}

export function missingFiles(rows: PromiseRow[]): string[] {
  return rows.flatMap(({ number, where }) =>
    filesOf(where)
      .filter((file) => !existsSync(file))
      .map((file) => `${number} ${file}`),
  )
}

export function missingTests(rows: PromiseRow[]): string[] {
  return rows.flatMap(({ number, shown }) =>
    testsOf(shown)
      .filter(([file, title]) => !titlesOf(file).includes(title))
      .map(([file, title]) => `${number} ${file} › ${title}`),
  )
}

/** The titles of a file's tests and groups as they are written; `…` for what each of several tests has in its place. */
function titlesOf(file: string): string[] {
  const title =
    /(?:\b(?:test|it|describe|onBothEngines)|\))\(\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`)/g
  return [...readSource(file).matchAll(title)].map(([, literal = '']) =>
    literal
      .slice(1, -1)
      .replace(/\$\{[^}]*\}|%[a-z]/g, '…')
      .replace(/\\(.)/g, '$1'),
  )
}
