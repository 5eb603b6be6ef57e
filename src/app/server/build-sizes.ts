import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { CLIENT, DIST } from './build.ts'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

export interface Size {
  name: string
  /** After brotli. */
  bytes: number
}

/** What a visitor's browser loads, from the built files: the first load of the shop, each later chunk, what is inlined. */
export async function readSizes(): Promise<Size[]> {
  const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const entry = manifest['src/app/shop/entry-client.tsx']
  if (!entry) throw new Error('the manifest has no entry of the shop')
  const first = new Set<string>()
  collect(manifest, 'src/app/shop/entry-client.tsx', first)
  const sizes: Size[] = [{ name: 'shop: JavaScript of the first load', bytes: await total([...first]) }]
  for (const name of entry.dynamicImports ?? []) {
    const later = new Set<string>()
    collect(manifest, name, later)
    const files = [...later].filter((file) => !first.has(file))
    sizes.push({ name: `shop, later: ${name.replace('src/', '')}`, bytes: await total(files) })
  }
  const { STYLES } = (await import(pathToFileURL(join(DIST, 'server/renderer.js')).href)) as {
    STYLES: Record<string, string>
  }
  for (const [kind, css] of Object.entries(STYLES)) {
    sizes.push({ name: `inlined CSS: ${kind}`, bytes: brotliCompressSync(css).length })
  }
  for (const name of ['inline-theme', 'inline-early']) {
    const script = await readFile(join(DIST, `server/${name}.js`))
    sizes.push({ name: `inlined script: ${name}`, bytes: brotliCompressSync(script).length })
  }
  return sizes
}

function collect(manifest: Record<string, Chunk>, name: string, files: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const css of chunk.css ?? []) files.add(css)
  for (const inner of chunk.imports ?? []) collect(manifest, inner, files)
}

async function total(files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await readFile(join(CLIENT, `${file}.br`))).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}
