/**
 * Four habits of English that was translated word by word, in every English document, the comments and the names of tests:
 * `node checks/english.ts`, a part of `npm run check`. Nine public READMEs set the limits and keep them. Tables and code do not count.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { titlesOf } from './promise-table.ts'

const ROOT = join(import.meta.dirname, '..')
const SPANISH = ['docs/banks.md', 'docs/installing.md', 'docs/operating.md', 'docs/server.md']
const FOLDERS = ['src', 'e2e', 'checks', 'bench', 'verify']
const RELATIVE = /^["'(*_]*(who|whoever|whose|what|whatever|whichever|whom)\b(?!.*\?$)/gi
const PREPOSITION_WHO =
  /\b(of|for|by|to|than|from|with|at|on|in|about|and|but|or|only|as|is|are|was|were|tells?|shows?|says?|asks?) (who|whoever)\b/gi
/** Its name, what is counted, the limit, and of how many it is counted: of 100 sentences or 1,000 words. */
const HABITS = [
  ['begin Who/What', RELATIVE, 1, 100],
  ['of/for/by who', PREPOSITION_WHO, 0.1, 1000],
  ['he/his', /\b(he|him|his|himself)\b/gi, 0.2, 1000],
  ['over 30 words', /^(\S+ ){30}/g, 8, 100],
] as const

const wordsOf = (sentence: string) => sentence.split(' ').length

/** Habits over their limit, each with its figure and five sentences; one sentence is no habit. */
export function findHabits(prose: string): string[] {
  const list = sentencesOf(prose)
  const words = list.reduce((total, one) => total + wordsOf(one), 0)
  return HABITS.flatMap(([habit, pattern, most, per]) => {
    const bad = list.filter((one) => one.match(pattern))
    const times = bad.reduce((total, one) => total + (one.match(pattern)?.length ?? 0), 0)
    const figure = (per * times) / (per === 100 ? list.length : words)
    if (bad.length < 2 || figure <= most) return []
    const of = per === 100 ? 'sentences' : 'words'
    const sentences = bad.slice(0, 5).map((one) => `  ${one.slice(0, 160)}`)
    return [`${habit}: ${figure.toFixed(2)} of ${per} ${of}, at most ${most}`, ...sentences]
  })
}

function sentencesOf(prose: string): string[] {
  return prose
    .split(/\n\s*\n/)
    .flatMap((block) =>
      block
        .replace(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?:;])["')]*\s+(?=["'(A-ZÁÉÍÓÚX¿¡])/),
    )
    .filter((one) => wordsOf(one.trim()) >= 3)
}

/** The prose of a Markdown file; a heading is a sentence, `code` a word. */
export function proseOfMarkdown(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->|<table>[\s\S]*?<\/table>|^(```|~~~)[\s\S]*?^\1|^\s*\|.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`\n]*`/g, 'X')
    .replace(/^\s*#+ (.*)$/gm, '$1.\n')
    .replace(/^\s*(?:[-*+]|\d+\.) /gm, '\n\n')
    .replace(/[*_]{1,3}([^*_]+)[*_]{1,3}/g, '$1')
}

/** The comments of a source file, one paragraph each, and one for each of their tags. */
export function proseOfCode(text: string): string {
  return [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<![:'"`\\/])\/\/ ?(.*)$/gm)]
    .map(([, block, line = '']) =>
      block === undefined ? line : block.replace(/^\s*\* ?/gm, '').replace(/^@\w+( \{[^}]*\})?( \w+ ?-?)?/gm, '\n\n'),
    )
    .join('\n\n')
    .replace(/`[^`\n]*`|\{@link [^}]*\}/g, 'X')
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT }).filter((file) => !SPANISH.includes(file))
  const texts = documents.map((file) => [file, proseOfMarkdown(read(file))] as const)
  const code = FOLDERS.flatMap((folder) => {
    const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT })
    const names = files.filter((file) => /\.test\.tsx?$/.test(file)).flatMap((file) => titlesOf(join(ROOT, file)))
    return [
      [`comments of ${folder}`, files.map((file) => proseOfCode(read(file))).join('\n\n')],
      [`names of tests of ${folder}`, names.map((name) => name.replace(/^control: /, '')).join('\n\n')],
    ] as const
  })
  const over = [...texts, ...code].flatMap(([name, prose]) => findHabits(prose).map((line) => `${name}: ${line}`))
  for (const line of over) console.log(line)
  process.exitCode = over.length > 0 ? 1 : 0
}
