import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { ensureBuilt, removeOthers } from './build.ts'
import { type Chunk, CLIENT, collect, DIST } from './build-stamp.ts'

export interface Size {
  name: string
  /** After brotli. */
  bytes: number
  /** Of requested files; none for inlined parts. */
  files?: number
}

/** The chunks that a visitor loads, and when. Each stage counts only its own additions. */
const STAGES = [
  ['shop: first load', 'shop'],
  ["shop: what 'Comprar' opens", 'flow'],
  ['shop: the payment', 'payment'],
  ['shop: what else is asked for ahead', 'look-up'],
  ['shop: the grid of numbers', 'numbers-step'],
] as const

/** Downloads of a visitor's browser, from the built files: the stages of a purchase, JavaScript and CSS apart, and the inlined parts. */
export async function readSizes(): Promise<Size[]> {
  const manifest = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const sizes: Size[] = []
  const loaded = new Set<string>()
  for (const [name, ...chunks] of STAGES) {
    const before = new Set(loaded)
    for (const chunk of chunks) {
      const key = Object.keys(manifest).find((key) => manifest[key]?.name === chunk)
      if (key === undefined) throw new Error(`the manifest has no ${chunk}`)
      collect(manifest, key, loaded)
    }
    const files = [...loaded].filter((file) => !before.has(file))
    const [scripts, css] = ['.js', '.css'].map((end) => files.filter((file) => file.endsWith(end))) as [
      string[],
      string[],
    ]
    sizes.push({ name: `${name}, JavaScript`, bytes: await total(scripts), files: scripts.length })
    if (css.length > 0) sizes.push({ name: `${name}, CSS`, bytes: await total(css), files: css.length })
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

async function total(files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await readFile(join(CLIENT, `${file}.br`))).length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * `npm run build`: builds stale parts (`--force`: everything) and prints the browser's downloads, unless `--quiet`. `npm pack` needs `--only` this
 * build in `dist`.
 */
await ensureBuilt(['pages', 'server'], { force: process.argv.includes('--force') })
if (process.argv.includes('--only')) await removeOthers()
if (!process.argv.includes('--quiet')) {
  for (const { name, bytes } of await readSizes()) {
    process.stdout.write(`${name.padEnd(44)} ${(bytes / 1000).toFixed(2).padStart(8)} kB brotli\n`)
  }
}
