import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../build.ts'
import { CLIENT, DIST } from '../build-stamp.ts'

/**
 * What nothing rewrites for Chrome 99, Firefox 98 and Safari 15.4 (docs/decisions/132), and what would end a part there: the build takes care
 * of syntax, not of what a regular expression says and of what a browser has.
 */
const MISSING: Record<string, RegExp> = {
  'a look behind': /\(\?<[=!]/,
  'sets in regular expressions': /\/[dgimsuy]*v[dgimsuy]*[.,;)\]]/,
  'a method of newer browsers':
    /\b(?:groupBy|withResolvers|toSorted|toReversed|toSpliced|findLast|findLastIndex|fromAsync|canParse|isWellFormed|showPicker|checkVisibility)\(/,
  'a class of newer browsers': /\bnew (?:CompressionStream|DecompressionStream|CloseWatcher|CSSStyleSheet)\b/,
  'nested rules': /\{[^{}"']*;&/,
}

interface Chunk {
  file: string
  css?: string[]
}

const newer = (text: string) => Object.keys(MISSING).filter((what) => MISSING[what]?.test(text))

beforeAll(() => ensureBuilt(['pages']))

test('the shop runs in the oldest browsers that it is for', () => {
  const chunks: Chunk[] = Object.values(JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')))
  const files = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]).map((file) => join(CLIENT, file)))
  for (const name of readdirSync(join(DIST, 'server'))) if (/^inline-/.test(name)) files.add(join(DIST, 'server', name))
  expect(files.size).toBeGreaterThan(20)
  const found = [...files].map((file) => [file, newer(readFileSync(file, 'utf8'))]).filter(([, what]) => what?.length)
  expect(found).toEqual([])
})

test.each([
  '/(?<=a)b/',
  'a.findLast(b)',
  'Map.groupBy(a,b)',
  'new CompressionStream("gzip")',
  '.a{color:red;&:hover{}}',
])('control: %s is found', (text) => expect(newer(text)).not.toEqual([]))
