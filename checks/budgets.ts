/** Measures the built files against budget-table.ts: `node checks/budgets.ts`, after `npm run build`. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { type Chunk, CLIENT, collect, DIST } from '#app/server/build-stamp.ts'
import { BUDGETS } from './budget-table.ts'

/** Bytes of these chunks with all that they import at once, after brotli. */
function bytesOf(manifest: Record<string, Chunk>, ...names: string[]): number {
  const files = new Set<string>()
  for (const name of names) collect(manifest, name, files)
  let bytes = 0
  for (const file of files) if (/\.(js|css)$/.test(file)) bytes += readFileSync(join(CLIENT, `${file}.br`)).length
  return bytes
}

interface Size {
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
async function readSizes(): Promise<Size[]> {
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

const sizes = await readSizes()
const sizeOf = (part: string) => {
  const found = sizes.filter(({ name }) => name.includes(part))
  if (found.length === 0) throw new Error(`the build has no ${part}`)
  return Math.max(...found.map(({ bytes }) => bytes))
}
const panel = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest-panel.json'), 'utf8')) as Record<string, Chunk>
/** The panel as it opens on that screen, which is a chunk of its own. */
const panelOn = (screen: string) => {
  const chunk = Object.keys(panel).find((key) => key.endsWith(screen))
  if (chunk === undefined) throw new Error(`the panel has no ${screen}`)
  return bytesOf(panel, 'src/app/panel/index.html', chunk)
}

const firstLoad = sizeOf('first load, JavaScript')
const opened = firstLoad + sizeOf("what 'Comprar' opens, JavaScript")
const allScripts = sizes
  .filter(({ name }) => /^shop: .*, JavaScript$/.test(name))
  .reduce((sum, { bytes }) => sum + bytes, 0)
const measured: [name: string, bytes: number, budget: number][] = [
  ['shop, first load', firstLoad, BUDGETS.shopFirstLoad],
  ["shop, what 'Comprar' opens", opened, BUDGETS.shopOpened],
  ['shop, to the end of a purchase', opened + sizeOf('the payment, JavaScript'), BUDGETS.shopPurchase],
  ['shop, grid of numbers', sizeOf('the grid of numbers, JavaScript'), BUDGETS.shopGrid],
  ['shop, a whole purchase', allScripts, BUDGETS.shopWhole],
  ['inlined CSS', sizeOf('inlined CSS'), BUDGETS.inlinedCss],
  ['panel, on its home', panelOn('panel/home-screen.tsx'), BUDGETS.panelFirstScreen],
  ['panel, on the desk', panelOn('panel/desk-screen.tsx'), BUDGETS.panelFirstScreen],
]
for (const [name, bytes, budget] of measured) {
  const verdict = bytes <= budget ? '' : '  OVER BUDGET'
  console.log(
    `${name.padEnd(32)} ${(bytes / 1000).toFixed(2).padStart(8)} kB of ${(budget / 1000).toFixed(0)}${verdict}`,
  )
}
const filesOf = (...stages: string[]) =>
  sizes
    .filter(({ name }) => stages.some((stage) => name.startsWith(`shop: ${stage}`)))
    .reduce((sum, { files = 0 }) => sum + files, 0)
const counted: [name: string, requests: number, budget: number][] = [
  // Document and picture, which the document asks for at once, and what React comes in.
  ['shop, requests of the first load', 2 + filesOf('first load'), BUDGETS.shopRequests],
  [
    'shop, requests ahead after it',
    filesOf("what 'Comprar' opens", 'the payment', 'what else is asked for ahead'),
    BUDGETS.shopRequestsAhead,
  ],
]
for (const [name, requests, budget] of counted) {
  const verdict = requests <= budget ? '' : '  OVER BUDGET'
  console.log(`${name.padEnd(32)} ${String(requests).padStart(8)} of ${budget}${verdict}`)
}
if ([...measured, ...counted].some(([, size, budget]) => size > budget)) process.exitCode = 1
