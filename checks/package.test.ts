import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

interface Release {
  files: string[]
  bin: Record<string, string>
}

/** GitHub's anchors of a document. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Links of documents, outside their code, that lead to no file and no heading of the package. */
function deadLinks(documents: Record<string, string>, files: readonly string[]): string[] {
  return Object.entries(documents).flatMap(([file, text]) => {
    const prose = text.replace(/^```[\s\S]*?^```|^ {4}.*|`[^`\n]*`/gm, '')
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] ?? match[2] ?? '',
    )
    return links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false
      const [name = '', anchor] = decodeURI(link).split('#')
      const path = name ? join(dirname(file), name) : file
      const there = files.some((one) => one === path || one.startsWith(`${path.replace(/\/$/, '')}/`))
      return !there || (anchor && !anchorsOf(documents[path] ?? '').includes(anchor))
    })
  })
}

test('no link in a document of the package is dead, and it ships what every document shows', () => {
  const { files: listed, bin } = JSON.parse(readFileSync('package.json', 'utf8')) as Release
  // npm adds these to what is listed; the build is no document's subject.
  const names = ['README.md', 'package.json', ...Object.values(bin), ...listed.filter((name) => !/^dist/.test(name))]
  const files = names.flatMap((name) => globSync([name, `${name}/**`]))
  const documents = files.filter((path) => path.endsWith('.md'))
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/operating.md']))
  expect(deadLinks(Object.fromEntries(documents.map((path) => [path, readFileSync(path, 'utf8')])), files)).toEqual([])
})

test('control: a file that is not shipped, a heading that is gone and a picture', () => {
  const text = '# Él año\n\n[a](#él-año) [b](#no) [c](src/a.ts) `[d](e)` <img src="p.webp"> [f](docs) [g](https://g)\n'
  expect(deadLinks({ 'README.md': text }, ['README.md', 'docs/a.md'])).toEqual(['#no', 'src/a.ts', 'p.webp'])
})
