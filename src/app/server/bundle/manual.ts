import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Token, type Tokens } from 'marked'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { fold } from '#platform/plain-letters.ts'

const DOCS = join(import.meta.dirname, '../../../../docs')
/** Documents of the manual, in its order; a change of them is a change of the panel (build-stamp.ts). */
const MANUAL = ['operating.md', 'banks.md', 'server.md']
const PICTURE = /(?:screenshots|drawings)\/[\w.-]+/g
const VIRTUAL = 'virtual:manual'

/** A heading of the manual with what follows it, up to the next. */
export interface Section {
  /** GitHub's anchor of the heading, without accents. */
  slug: string
  /** From 1, a document, to 4. */
  level: number
  title: string
  html: string
}

const slugOf = (title: string) => (fold(title).match(/[\w -]/g) ?? []).join('').replaceAll(' ', '-')

/** @throws on a link to a section that there is not, and on HTML other than a picture. */
export async function readManual(read = (name: string) => readFileSync(join(DOCS, name), 'utf8')): Promise<Section[]> {
  const texts = MANUAL.map((name) => read(name))
  const pictures = [...new Set(texts.join().match(PICTURE))]
  const sizes = await Promise.all(pictures.map((path) => sharp(join(DOCS, path)).metadata()))
  const marked = new Marked({
    renderer: {
      html({ text }) {
        const [, path = '', alt] = /^<img src="([^"]+)"(?: width="240")? alt="([^"]+)">\s*$/.exec(text) ?? []
        const size = sizes[pictures.indexOf(path)]
        if (!size) throw new Error(`HTML in the manual: ${text}`)
        return `<img src="${path}" width="${size.width}" height="${size.height}" alt="${alt}" loading="lazy">`
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        if (href.startsWith('https:')) return `<a href="${href}" target="_blank" rel="noreferrer">${words}</a>`
        const [name = '', anchor] = decodeURI(href).split('#')
        if (name && !MANUAL.includes(name)) return words
        const slug = anchor ? slugOf(anchor) : sections.filter(({ level }) => level === 1)[MANUAL.indexOf(name)]?.slug
        if (!sections.some((section) => section.slug === slug)) throw new Error(`no section for ${href}`)
        return `<a href="/panel/ayuda/${slug}">${words}</a>`
      },
      // On a phone a cell is below the one before, with the name of its column.
      table({ header, rows }) {
        const line = (cells: Tokens.TableCell[], tag: string) =>
          cells.map(
            ({ tokens }, at) => `<${tag} data-column="${header[at]?.text}">${this.parser.parseInline(tokens)}</${tag}>`,
          )
        const lines = rows.map((row) => `<tr>${line(row, 'td').join('\n')}</tr>`)
        return `<table><thead><tr>${line(header, 'th').join('\n')}</tr></thead>\n<tbody>${lines.join('\n')}</tbody></table>`
      },
    },
  })
  const sections: Section[] = []
  const bodies: Token[][] = []
  for (const token of texts.flatMap((text) => marked.lexer(text))) {
    if (token.type === 'heading') {
      const { text: title, depth: level } = token as Tokens.Heading
      sections.push({ slug: slugOf(title), level, title, html: '' })
      bodies.push([])
    } else bodies.at(-1)?.push(token)
  }
  return sections.map((section, at) => ({ ...section, html: marked.parser(bodies[at] ?? []) }))
}

/** `virtual:manual` is the manual for the panel: rendered here, so that no browser reads Markdown. */
export function manual(): Plugin {
  const resolveId = (id: string) => (id === VIRTUAL ? `\0${id}` : null)
  return { name: 'manual', resolveId, load: async (id) => (id === resolveId(VIRTUAL) ? readModule() : null) }
}

async function readModule(): Promise<string> {
  const sections = JSON.stringify(await readManual())
  const pictures = [...new Set(sections.match(PICTURE))]
  const imports = pictures.map((path, at) => `import p${at} from '/docs/${path}?no-inline'\n`).join('')
  return `${imports}export default ${sections.replace(PICTURE, (path) => `" + p${pictures.indexOf(path)} + "`)}`
}
