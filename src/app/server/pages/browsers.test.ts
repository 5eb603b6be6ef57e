import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../build.ts'
import { CLIENT, DIST } from '../build-stamp.ts'

/**
 * Features that nothing rewrites for the oldest browsers (docs/decisions/013), and that would end a part there: the build translates most of the
 * syntax, but neither regular expressions nor the browser's own functions. `:has` is not here: the shop only adorns with it.
 */
const MISSING_IN_PANEL: Record<string, RegExp> = {
  'flags within a regular expression': /\(\?[ims]*-?[ims]+:/,
  'a method of newer browsers':
    /\b(?:withResolvers|fromAsync|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|showPopover|togglePopover)\(/,
  'a function of newer browsers': /\b(?:AbortSignal\.any|Promise\.try|RegExp\.escape|URL\.parse|Iterator\.from)\(/,
  'a helper of iterators':
    /(?<!\bObject)\.(?:values|keys|entries|matchAll)\([^()]*\)\.(?:map|filter|toArray|some|every|find|reduce|forEach|flatMap|take|drop)\(/,
  'a class of newer browsers': /\b(?:new CloseWatcher|Intl\.(?:DurationFormat|Segmenter)|Temporal\.)\b/,
  'a rule that is dropped as a whole': /@scope\b|\blight-dark\(|\b(?:rgb|hsl|oklch)\(from\b/,
  'nested rules': /\{[^{}"']*;&(?!\w+;)/,
}
const MISSING_IN_SHOP: Record<string, RegExp> = {
  ...MISSING_IN_PANEL,
  'a look behind': /\(\?<[=!]/,
  'sets in regular expressions': /\/[dgimsuy]*v[dgimsuy]*[.,;)\]]/,
  'a static block': /\bstatic\s*\{/,
  'an older method of newer browsers':
    /\b(?:canParse|groupBy|toSorted|toReversed|toSpliced|findLast|findLastIndex|isWellFormed|showPicker|checkVisibility)\(/,
  'an older class of newer browsers': /\bnew (?:CompressionStream|DecompressionStream|CSSStyleSheet)\b/,
  'an older rule that is dropped as a whole': /@container\b|\bcolor-mix\(/,
}

interface Chunk {
  file: string
  css?: string[]
}

const newer = (text: string, missing: Record<string, RegExp>) =>
  Object.keys(missing).filter((what) => missing[what]?.test(text))

beforeAll(() => ensureBuilt(['pages']))

describe.each([
  ['shop', 'manifest.json', /^inline-/, MISSING_IN_SHOP],
  ['panel', 'manifest-panel.json', /^service-worker/, MISSING_IN_PANEL],
])('the %s', (_, manifest, beside, missing) => {
  test('runs in the oldest browsers that it is for', () => {
    const chunks: Chunk[] = Object.values(JSON.parse(readFileSync(join(CLIENT, '.vite', manifest), 'utf8')))
    const code = chunks.flatMap(({ file, css = [] }) => [file, ...css]).filter((file) => /\.(js|css)$/.test(file))
    const files = new Set(code.map((file) => join(CLIENT, file)))
    for (const name of readdirSync(join(DIST, 'server'))) if (beside.test(name)) files.add(join(DIST, 'server', name))
    expect(files.size).toBeGreaterThan(20)
    const found = [...files].map((file) => [file, newer(readFileSync(file, 'utf8'), missing)])
    expect(found.filter(([, what]) => what?.length)).toEqual([])
  })
})

test.each([
  ['/(?<=a)b/', 'shop'],
  ['a.findLast(b)', 'shop'],
  ['Map.groupBy(a,b)', 'shop'],
  ['new CompressionStream("gzip")', 'shop'],
  ['class A{static{b()}}', 'shop'],
  ['.a{color:color-mix(in srgb,red,blue)}', 'shop'],
  ['.a{color:red;&:hover{}}', 'panel'],
  ['.a{color:light-dark(red,blue)}', 'panel'],
  ['/(?i:a)b/', 'panel'],
  ['Promise.withResolvers()', 'panel'],
  ['AbortSignal.any([a])', 'panel'],
  ['a.values().map(b)', 'panel'],
])('control: %s is found in the %s', (text, where) => {
  expect(newer(text, MISSING_IN_SHOP)).not.toEqual([])
  expect(newer(text, MISSING_IN_PANEL).length > 0).toBe(where === 'panel')
})
