import { isWebLink } from '#platform/web-link.ts'

/**
 * The description of a raffle is kept as HTML and typed as in WhatsApp: `*bold*`, `_italic_`, a line of a list after `- `,
 * `https://…` or `[words](https://…)`. A backslash before a character leaves it as it is (docs/decisions/055).
 */

interface Style {
  href: string | null
  strong: boolean
  em: boolean
}
interface Run extends Style {
  text: string
}
/** One without letters parts two paragraphs. */
interface Line {
  /** Of a list. */
  item: boolean
  runs: Run[]
}

const PLAIN: Style = { href: null, strong: false, em: false }
const MARKS = { '*': 'strong', _: 'em' } as const
/** From the outside to the inside. */
const NESTED = ['href', 'strong', 'em'] as const

/** The HTML of the typed text, letter by letter as the server keeps it. */
export function htmlOf(text: string): string {
  let open: 'p' | 'ul' | null = null
  let html = ''
  for (const { item, runs } of [...readText(text), { item: false, runs: [] }]) {
    const wanted = runs.length === 0 ? null : item ? 'ul' : 'p'
    if (wanted !== open) html += (open ? `</${open}>` : '') + (wanted ? `<${wanted}>` : '')
    else if (wanted === 'p') html += '<br />'
    const inside = writeRuns(runs, tagOf, ({ text }) => escapeHtml(text))
    html += item ? `<li>${inside}</li>` : inside
    open = wanted
  }
  return html
}

/** Typed form of that HTML. Titles become bold, and tags without a mark become plain text. */
export function marksOf(html: string): string {
  return readHtml(html).map(writeLine).join('\n')
}

function readText(text: string): Line[] {
  return tidy(
    text.split(/\r\n?|\n/).map((line) => {
      const item = /^- .*\S/su.test(line)
      return { item, runs: readRuns(atomsOf(item ? line.slice(2) : line), PLAIN) }
    }),
  )
}

interface Atom extends Partial<Style> {
  text: string
  mark?: keyof typeof MARKS
  /** Neither a letter nor a blank to the mark next to it. */
  edge?: boolean
}

const ATOMS =
  /\\([^\n])|\[((?:\\.|[^[\]\\])+)\]\(((?:\\.|[^\s()\\])+)\)|(https:\/\/[^\s\p{C}<>"\\*]*[^\s\p{C}<>"\\*.,;:!?'»)\]_])|([*_])|[\s\S]/giu
/** Addresses that the server keeps. */
const ADDRESS = /^(?:https?|mailto|tel):/i

function atomsOf(line: string, linked = false): Atom[] {
  return [...line.matchAll(ATOMS)].flatMap(([text, escaped, words, address = '', bare, mark]): Atom[] => {
    if (escaped !== undefined) return [{ text: escaped, edge: true }]
    if (bare !== undefined && !linked && isWebLink(bare)) return [{ text, href: bare, edge: true }]
    if (mark !== undefined) return [{ text, mark: mark as keyof typeof MARKS, edge: true }]
    if (words === undefined) return [{ text }]
    const href = address.replace(/\\(.)/gu, '$1')
    const inside = atomsOf(words, true)
    if (!ADDRESS.test(href)) return [{ text: '[' }, ...inside, ...atomsOf(text.slice(words.length + 1), true)]
    return readRuns(inside, { ...PLAIN, href }).map((run) => ({ ...run, edge: true }))
  })
}

function readRuns(atoms: Atom[], style: Style): Run[] {
  const runs: Run[] = []
  const unclosed = new Set<string>()
  for (let at = 0; at < atoms.length; at++) {
    const { text, mark, href, strong, em } = atoms[at] as Atom
    const end = mark === undefined || style[MARKS[mark]] || unclosed.has(mark) ? -1 : endOf(atoms, at, mark)
    if (mark !== undefined && end > 0) {
      for (const run of readRuns(atoms.slice(at + 1, end), { ...style, [MARKS[mark]]: true })) runs.push(run)
      at = end
      continue
    }
    if (mark !== undefined && end === 0) unclosed.add(mark)
    runs.push({ href: href ?? style.href, strong: strong || style.strong, em: em || style.em, text })
  }
  return runs
}

/** End of the mark that begins there: 0 for none, -1 if none begins. */
function endOf(atoms: Atom[], at: number, mark: string): number {
  if (isLetter(atoms[at - 1]) || isBlank(atoms[at + 1])) return -1
  for (let end = at + 2; end < atoms.length; end++) {
    if (atoms[end]?.mark === mark && !isBlank(atoms[end - 1]) && !isLetter(atoms[end + 1])) return end
  }
  return 0
}

function isLetter(atom: Atom | undefined): boolean {
  return atom !== undefined && !atom.edge && /[\p{L}\p{N}]/u.test(atom.text)
}

function isBlank(atom: Atom | undefined): boolean {
  return atom === undefined || (!atom.edge && /\s/.test(atom.text))
}

/** Each look in one form: runs are as long as can be, marks begin and end at a letter, one empty line is between two texts. */
function tidy(lines: Line[]): Line[] {
  const joined = lines.map(({ item, runs }) => ({ item, runs: joinRuns(runs) }))
  const said = joined.filter(({ item, runs }) => runs.length > 0 || !item)
  const parted = said.filter(({ runs }, at) => runs.length > 0 || (said[at - 1]?.runs.length ?? 0) > 0)
  return parted.at(-1)?.runs.length === 0 ? parted.slice(0, -1) : parted
}

function joinRuns(runs: Run[]): Run[] {
  const pieces = runs.flatMap((run) => (run.text.match(/\s+|\S+/g) ?? []).map((text) => ({ ...run, text })))
  if (!pieces.some(isSaid)) return []
  const joined: Run[] = []
  let next = 0
  for (const [at, piece] of pieces.entries()) {
    const last = joined.at(-1)
    if (!isSaid(piece)) {
      if (next < at) next = at
      while (pieces[next]?.href === piece.href && !isSaid(pieces[next])) next++
      // A blank looks like its neighbours, if they look the same.
      const beside = [last, pieces[next]]
      const inside = beside.every((run) => run?.href === piece.href && run.strong === last?.strong)
      piece.strong = inside && last?.strong === true
      piece.em = inside && beside.every((run) => run?.em)
    }
    if (last && NESTED.every((mark) => last[mark] === piece[mark])) last.text += piece.text
    else joined.push(piece)
  }
  return joined
}

const isSaid = (run: Run | undefined) => /\S/.test(run?.text ?? '')

/** Opens and closes the tags around the runs, in their order. */
function writeRuns(
  runs: Run[],
  mark: (name: keyof Style, run: Style, end: boolean) => string,
  words: (run: Run, at: number) => string,
): string {
  let open = PLAIN
  let written = ''
  for (const [at, run] of [...runs, { ...PLAIN, text: '' }].entries()) {
    const parted = NESTED.findIndex((name) => run[name] !== open[name])
    const others = parted === -1 ? [] : NESTED.slice(parted)
    for (const name of [...others].reverse()) if (open[name]) written += mark(name, open, true)
    for (const name of others) if (run[name]) written += mark(name, run, false)
    written += words(run, at)
    open = run
  }
  return written
}

function tagOf(name: keyof Style, { href }: Style, end: boolean): string {
  if (name !== 'href') return `<${end ? '/' : ''}${name}>`
  const address = escapeHtml(href ?? '').replaceAll('"', '&quot;')
  return end ? '</a>' : `<a href="${address}" rel="noopener nofollow" target="_blank">`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Whether there is a mark between a run and the next one. */
function isMarked(run: Run, beside: Run = { ...PLAIN, text: '' }): boolean {
  return run.href === beside.href && ((beside.strong && !run.strong) || (beside.em && !run.em))
}

function writeLine({ item, runs }: Line): string {
  const said = runs.map((run, at): Run & { bare?: boolean } =>
    isBare(runs, at) ? { ...run, href: null, bare: true } : run,
  )
  const text = writeRuns(
    said,
    (name, { href }, end) => {
      if (name !== 'href') return name === 'strong' ? '*' : '_'
      return end ? `](${href?.replace(/[\s()\\]/g, '\\$&')})` : '['
    },
    (run, at) => {
      if (said[at]?.bare) return run.text
      // A letter at the outer edge of a mark would make it none.
      const head = isMarked(run, said[at - 1]) ? (/^[\p{L}\p{N}]/u.exec(run.text)?.[0] ?? '') : ''
      const rest = run.text.slice(head.length)
      const tail = isMarked(run, said[at + 1]) ? (/[\p{L}\p{N}]$/u.exec(rest)?.[0] ?? '') : ''
      const escaped = (letter: string) => letter && `\\${letter}`
      return escaped(head) + escapeMarks(rest.slice(0, rest.length - tail.length)) + escaped(tail)
    },
  )
  return item ? `- ${text}` : text.replace(/^- /, '\\- ')
}

/** A link that shows its address, and is one without more. */
function isBare(runs: Run[], at: number): boolean {
  const { text, href } = runs[at] as Run
  if (href !== text || [runs[at - 1], runs[at + 1]].some((run) => run?.href === href)) return false
  const atoms = atomsOf(text)
  return atoms.length === 1 && atoms[0]?.href === href && /^(\s|$)/.test(runs[at + 1]?.text ?? '')
}

function escapeMarks(text: string): string {
  return text.replace(/[\\[\]]|[*_]?(?=https:\/\/)|(?<![\p{L}\p{N}])[*_](?!\s)|(?<!\s)[*_](?![\p{L}\p{N}])/giu, '\\$&')
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const unescapeHtml = (text: string) => text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity)

const AROUND: Record<string, 'strong' | 'em' | 'ul' | 'li'> = {
  b: 'strong',
  strong: 'strong',
  h3: 'strong',
  h4: 'strong',
  i: 'em',
  em: 'em',
  ul: 'ul',
  ol: 'ul',
  li: 'li',
}

/** The server's HTML as lines. */
function readHtml(html: string): Line[] {
  const lines: Line[] = []
  const next = (item = false) => void lines.push({ item, runs: [] })
  const depth = { strong: 0, em: 0, ul: 0, li: 0 }
  let href: string | null = null
  next()
  for (const [token, end, tag = '', inside = ''] of html.matchAll(/<(\/?)(\w+)((?:"[^"]*"|[^"<>])*)>|[^<]+|</g)) {
    const by = end === '' ? 1 : -1
    const around = AROUND[tag]
    if (around) depth[around] += by
    if (/^(?:p|ul|ol|h3|h4)$/.test(tag)) {
      next()
      next()
    }
    if (tag === 'a') href = by > 0 ? unescapeHtml(/ href="([^"]*)"/.exec(inside)?.[1] ?? '') || null : null
    else if (tag === 'br') next()
    else if (tag === 'li' && by > 0) next(true)
    // Blanks between the lines of a list are none of its text.
    if (tag !== '' || (depth.ul !== depth.li && token.trim() === '')) continue
    for (const [at, text] of unescapeHtml(token)
      .split(/\r\n?|\n/)
      .entries()) {
      if (at > 0) next()
      lines.at(-1)?.runs.push({ href, strong: depth.strong > 0, em: depth.em > 0, text })
    }
  }
  return tidy(lines)
}
