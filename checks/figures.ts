/**
 * Figures of the tree next to their limits: `node checks/figures.ts`, a part of `npm run check`.
 * A figure that becomes worse fails; one that became better moves its limit (figure-table.ts).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findDuplicates } from './duplicates.ts'
import { LIMITS } from './figure-table.ts'

const root = join(import.meta.dirname, '..')
const src = join(root, 'src')

interface File {
  path: string
  lines: number
  /** Of them those that are neither blank nor a comment: removing a comment must not look like an improvement. */
  code: number
}

const all: File[] = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const text = readFileSync(path, 'utf8')
    return { path, lines: text.split('\n').length - 1, code: codeLines(text) }
  })
const isTest = ({ path }: File) => /\.test\.tsx?$|\/testing\//.test(path)
const product = all.filter((file) => !isTest(file))
const typescript = product.filter(({ path }) => /\.tsx?$/.test(path))
const css = product.filter(({ path }) => path.endsWith('.css'))
const folders = Object.entries(Object.groupBy(all, ({ path }) => dirname(path)))
const long = [...typescript, ...css].filter(({ lines }) => lines > 300)
const full = folders.filter(([, files = []]) => files.length > 25)

const repeated = await findDuplicates(src)

const figures: Record<keyof typeof LIMITS, number> = {
  linesOfCode: typescript.reduce((total, { code }) => total + code, 0),
  filesOver300Lines: long.length,
  foldersOver25Files: full.length,
  repeatedRuns: repeated.length,
}

const worse: string[] = []
for (const [name, { most, aim, says }] of Object.entries(LIMITS)) {
  const now = figures[name as keyof typeof LIMITS]
  const verdict = now > most ? 'WORSE' : now <= aim ? 'ok' : `aim ${aim}`
  if (now > most) worse.push(name)
  console.log(`${says.padEnd(44)} ${String(now).padStart(6)} of ${most}  ${verdict}`)
}
console.log(`${'median of the lines of a file of TypeScript'.padEnd(44)} ${String(median(typescript)).padStart(6)}`)
for (const { path, lines } of long) console.log(`  ${relative(root, path)}: ${lines} lines`)
for (const [folder, files = []] of full) console.log(`  ${relative(root, folder)}: ${files.length} files`)
for (const { lines, places } of repeated) console.log(`  ${places.join(' and ')}: ${lines} lines twice`)
if (worse.length > 0) process.exitCode = 1

function codeLines(text: string): number {
  const withoutBlocks = text.replace(/^[ \t]*\{?\/\*[\s\S]*?\*\/\}?[ \t]*$/gm, '')
  return withoutBlocks.split('\n').filter((line) => line.trim() !== '' && !/^\s*\/\//.test(line)).length
}

function median(files: File[]): number {
  return files.map(({ lines }) => lines).sort((one, other) => one - other)[Math.floor(files.length / 2)] ?? 0
}
