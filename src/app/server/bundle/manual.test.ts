import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readManual } from './manual.ts'

const SECTIONS = await readManual()
const HTML = SECTIONS.map(({ html }) => html).join('\n')

test('each heading of the manual is a section with an anchor of its own, in the order of the documents', () => {
  const slugs = SECTIONS.map(({ slug }) => slug)
  expect(new Set(slugs).size).toBe(slugs.length)
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/)
  expect(SECTIONS.filter(({ level }) => level === 1).map(({ title }) => title)).toEqual([
    'Manual del operador',
    'Bancos y avisos',
    'El servidor',
  ])
  expect(SECTIONS.find(({ slug }) => slug === 'el-dinero-que-llego')).toMatchObject({
    level: 3,
    title: 'El dinero que llegó',
  })
})

test('its pictures are there, each with its size and words, and wait until they are in sight', () => {
  const pictures = HTML.match(/<img[^>]*>/g) ?? []
  expect(pictures.length).toBeGreaterThan(45)
  for (const picture of pictures) {
    const [, path] = /^<img src="([^"]+)" width="\d+" height="\d+" alt="[^"]{10,}" loading="lazy">$/.exec(picture) ?? []
    expect(existsSync(`docs/${path}`), picture).toBe(true)
  }
})

test('no link leaves the manual but those to a site, and a cell says its column', () => {
  const slugs = SECTIONS.map(({ slug }) => `/panel/ayuda/${slug}`)
  const links = [...HTML.matchAll(/<a href="([^"]*)"/g)].map((match) => match[1] ?? '')
  expect(links.length).toBeGreaterThan(20)
  expect(links.filter((link) => !link.startsWith('https://') && !slugs.includes(link))).toEqual([])
  expect(HTML).toContain('<td data-column="Por SMS">')
  expect(HTML.replace(/<[^>]*>/g, '')).toMatch(/^apartado$/m)
})

test('control: a link to no section and HTML of its own stop the build; a document of the package is only words', async () => {
  const written = (text: string) => readManual(() => `# Uno\n\n${text}\n`)
  await expect(written('[dos](#dos)')).rejects.toThrow('no section for #dos')
  await expect(written('[dos](banks.md#dos)')).rejects.toThrow('no section for banks.md#dos')
  await expect(written('<b>x</b>')).rejects.toThrow('HTML in the manual')
  expect((await written('[uno](#uno), [instalar](installing.md)'))[0]?.html).toBe(
    '<p><a href="/panel/ayuda/uno">uno</a>, instalar</p>\n',
  )
})
