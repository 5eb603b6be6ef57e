/**
 * Sums of the tree next to their limits: `node checks/sums.ts`, a part of `npm run check`.
 * A sum over its limit fails, and so does a limit above the one of an earlier commit: limits.json may only fall.
 * Blank lines and comments do not count, so neither writing nor deleting them changes a sum.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findDuplicates } from './duplicates.ts'

const root = join(import.meta.dirname, '..')
const LIMITS = 'checks/limits.json'
/** Of assertions the least: fewer would mean that tests went without the machinery that they tried. */
const [LEAST_ASSERTIONS, MOST_LINES_OF_A_FILE, MOST_FILES_OF_A_FOLDER] = [6_800, 300, 25]

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })

type Kind = 'code' | 'css' | 'tests' | 'words' | 'other'

const files = git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate')
  .split('\0')
  .filter((path) => existsSync(join(root, path)) && kindOf(path) !== 'other')
  .map((path) => ({ path, kind: kindOf(path), text: readFileSync(join(root, path), 'utf8') }))
const inSrc = files.filter(({ path }) => path.startsWith('src/'))

const sums = {
  linesOfCode: sumOf('code', linesIn),
  filesOfCode: sumOf('code', () => 1),
  linesOfCss: sumOf('css', linesIn),
  linesOfTests: sumOf('tests', linesIn),
  wordsOfDocuments: sumOf('words', (text) => text.split(/\s+/).length),
}
const assertions = sumOf('tests', (text) => text.match(/^.*\bexpect(\.poll)?\(/gm)?.length ?? 0)

const limits = JSON.parse(readFileSync(join(root, LIMITS), 'utf8')) as typeof sums
const commits = git('log', '--format=%H', '--', LIMITS).split('\n').filter(Boolean)
const earlier = commits.map((commit) => JSON.parse(git('show', `${commit}:${LIMITS}`)) as typeof sums)

const wrong: string[] = []
for (const [name, now] of Object.entries(sums) as [keyof typeof sums, number][]) {
  console.log(`${name.padEnd(20)} ${String(now).padStart(6)} of ${limits[name]}`)
  if (now > limits[name]) wrong.push(`${name}: ${now}, ${now - limits[name]} more than the limit`)
  const lowest = Math.min(...earlier.map((old) => old[name]))
  if (limits[name] > lowest) wrong.push(`${name}: the limit was ${lowest} before, and may only fall`)
}
console.log(`${'assertions'.padEnd(20)} ${String(assertions).padStart(6)}, at least ${LEAST_ASSERTIONS}`)
if (assertions < LEAST_ASSERTIONS) wrong.push(`assertions: ${assertions}`)
for (const { path, kind, text } of inSrc) {
  const lines = text.split('\n').length - 1
  if (kind !== 'tests' && lines > MOST_LINES_OF_A_FILE) wrong.push(`${path}: ${lines} lines`)
}
for (const [folder, those = []] of Object.entries(Object.groupBy(inSrc, ({ path }) => dirname(path))))
  if (those.length > MOST_FILES_OF_A_FOLDER) wrong.push(`${folder}: ${those.length} files`)
for (const { lines, places } of await findDuplicates(join(root, 'src')))
  wrong.push(`${places.join(' and ')}: ${lines} lines twice`)
for (const line of wrong) console.log(`  ${line}`)
if (wrong.length > 0) process.exitCode = 1

function kindOf(path: string): Kind {
  if (path.endsWith('.css')) return 'css'
  // The Spanish manuals grow with what an operator may do.
  if (path.endsWith('.md')) return /^docs\/(operating|installing|server|banks|ayuda)/.test(path) ? 'other' : 'words'
  if (!/\.(ts|tsx|js|jsx|mjs|cjs|sql)$/.test(path)) return 'other'
  return /\.test\.\w+$|(^|\/)testing\/|^(e2e|bench|checks|verify)\//.test(path) ? 'tests' : 'code'
}

function sumOf(kind: Kind, count: (text: string) => number): number {
  return files.filter((file) => file.kind === kind).reduce((total, { text }) => total + count(text), 0)
}

function linesIn(text: string): number {
  const withoutBlocks = text.replace(/^[ \t]*\{?\/\*[\s\S]*?\*\/\}?[ \t]*$/gm, '')
  return withoutBlocks.split('\n').filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length
}
