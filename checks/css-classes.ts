/**
 * The classes of styles and of elements are the same: `node checks/css-classes.ts`, a part of `npm run check`. A rule for which no
 * element is left goes, a class that no rule knows was misspelled or is left over. In the panel, where parts come as they are opened, what two files say of one class would depend
 * on the way that an operator came. Shop and panel are apart: no page has the styles of both.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'oxc-parser'

type Node = { type: string; start: number; end: number; [key: string]: unknown }

interface Names {
  /** Written out in a `className`. */
  given: Set<string>
  /** Beginnings that something is put behind, as `verdict-` of `verdict-${level}`. */
  begun: Set<string>
  /** Every word of every text: tables of classes, attributes that a library takes. */
  words: Set<string>
}

/** Problems below `src`: sentences that name the class and a file. */
export function findClassProblems(src: string): string[] {
  const files = readdirSync(src, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return [
    ...problemsOf(src, files.filter(isPanel)),
    ...problemsOf(
      src,
      files.filter((path) => !isPanel(path) && /\/(shop|web)\//.test(path)),
    ),
  ]
}

function isPanel(path: string): boolean {
  return path.includes('/panel/')
}

function problemsOf(src: string, files: string[]): string[] {
  const problems: string[] = []
  const named = new Map<string, string>()
  const owners = new Map<string, string>()
  for (const path of files.filter((name) => name.endsWith('.css'))) {
    const file = relative(src, path)
    const css = readFileSync(path, 'utf8').replace(/\/\*.*?\*\//gs, '')
    for (const selector of selectorsOf(css)) {
      for (const [, name = ''] of selector.matchAll(/\.([a-zA-Z][\w-]*)/g)) named.set(name, file)
    }
    if (!isPanel(path)) continue
    for (const selector of selectorsOf(withoutConditions(css))) {
      const [, own] = selector.match(/^\.([\w-]+)$/) ?? []
      if (own === undefined) continue
      const owner = owners.get(own)
      if (owner !== undefined && owner !== file) problems.push(`.${own}: ${owner} and ${file} both say what it is`)
      owners.set(own, file)
    }
  }
  const all: Names = { given: new Set(), begun: new Set(), words: new Set() }
  for (const path of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
    const names = namesOf(path)
    for (const name of names.given) {
      if (!named.has(name)) problems.push(`${relative(src, path)}: no rule names .${name}`)
    }
    for (const kind of ['given', 'begun', 'words'] as const) for (const name of names[kind]) all[kind].add(name)
  }
  const begun = [...all.begun]
  for (const [name, file] of named) {
    const used = all.given.has(name) || all.words.has(name) || begun.some((start) => name.startsWith(start))
    if (!used) problems.push(`${file}: no element has .${name}`)
  }
  return problems
}

/** Each selector of each rule, without those of at-rules. */
function selectorsOf(css: string): string[] {
  return [...css.matchAll(/([^{};]+)\{/g)]
    .map(([, selector = '']) => selector.trim())
    .filter((selector) => !selector.startsWith('@'))
    .flatMap((selector) => selector.split(','))
    .map((selector) => selector.trim())
}

/** Rules for every width and medium: they define a class, those under a condition only change it. */
function withoutConditions(css: string): string {
  return css.replace(/^( *)@(media|keyframes)[^{]*\{\n.*?^\1\}$/gms, '')
}

function namesOf(path: string): Names {
  const text = readFileSync(path, 'utf8')
  const names: Names = { given: new Set(), begun: new Set(), words: new Set() }
  const say = (part: string, given: boolean) => {
    for (const word of part.split(/[\s"'<>=.]+/)) {
      const [start = '', ...rest] = word.split('\0')
      if (start === '') continue
      if (rest.length === 0) (given ? names.given : names.words).add(start)
      else if (start.endsWith('-')) names.begun.add(start)
      else names.words.add(start)
    }
  }
  const visit = (value: unknown, given: boolean): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, given)
      return
    }
    if (value === null || typeof value !== 'object') return
    const node = value as Node
    if (node.type === 'JSXAttribute') {
      visit(node['value'], (node['name'] as Node)['name'] === 'className')
    } else if (node.type === 'Literal') {
      if (typeof node['value'] === 'string') say(node['value'], given)
    } else if (node.type === 'TemplateLiteral') {
      const quasis = node['quasis'] as { value: { cooked: string } }[]
      say(quasis.map(({ value: { cooked } }) => cooked).join('\0'), given)
      // An expression within a name is a part of it, and no name.
      const joined = (index: number) => /[\w-]$/.test(quasis[index]?.value.cooked ?? '')
      for (const [index, one] of (node['expressions'] as Node[]).entries()) visit(one, given && !joined(index))
    } else if (node.type === 'BinaryExpression' || node.type === 'MemberExpression') {
      visit([node['left'], node['right'], node['object'], node['property']], false)
    } else if (node.type === 'ConditionalExpression') {
      visit(node['test'], false)
      visit([node['consequent'], node['alternate']], given)
    } else {
      for (const key of Object.keys(node)) if (key !== 'type') visit(node[key], given)
    }
  }
  visit(parseSync(path, text).program, false)
  return names
}

if (import.meta.main) {
  const problems = findClassProblems(join(import.meta.dirname, '..', 'src'))
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}
