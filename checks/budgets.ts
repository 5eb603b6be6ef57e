/** Measures the built files against budget-table.ts: `node checks/budgets.ts`, after `npm run build`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { type Chunk, CLIENT, collect, DIST } from '#app/server/build-stamp.ts'
import { BUDGETS } from './budget-table.ts'

type Manifest = Record<string, Chunk>

const readManifest = (name: string): Manifest => JSON.parse(readFileSync(join(CLIENT, '.vite', name), 'utf8'))

/** Bytes of those files after brotli. */
const bytesOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + readFileSync(join(CLIENT, `${file}.br`)).length, 0)

/** A visitor's stages, and the chunk that each loads. */
const STAGES = {
  first: 'shop',
  /** Opened by 'Comprar'. */
  opened: 'flow',
  payment: 'payment',
  /** The rest that is asked for ahead. */
  ahead: 'look-up',
  grid: 'numbers-step',
}
type Stage = keyof typeof STAGES

/** Each counts only its own additions: bytes of JavaScript, and requests for it and for CSS. */
const stages = {} as Record<Stage, { bytes: number; requests: number }>
const shop = readManifest('manifest.json')
const loaded = new Set<string>()
for (const [stage, chunk] of Object.entries(STAGES)) {
  const before = new Set(loaded)
  const key = Object.keys(shop).find((each) => shop[each]?.name === chunk)
  if (key === undefined) throw new Error(`the manifest has no ${chunk}`)
  collect(shop, key, loaded)
  const files = [...loaded].filter((file) => !before.has(file) && /\.(js|css)$/.test(file))
  const scripts = files.filter((file) => file.endsWith('.js'))
  stages[stage as Stage] = { bytes: bytesOf(scripts), requests: files.length }
}

const { STYLES } = (await import(pathToFileURL(join(DIST, 'server/renderer.js')).href)) as {
  STYLES: Record<string, string>
}
const inlined = Math.max(...Object.values(STYLES).map((css) => brotliCompressSync(css).length))

const panel = readManifest('manifest-panel.json')
/** The panel as it opens on that screen, which is a chunk of its own. */
function panelOn(screen: string): number {
  const chunk = Object.keys(panel).find((key) => key.endsWith(screen))
  if (chunk === undefined) throw new Error(`the panel has no ${screen}`)
  const files = new Set<string>()
  for (const name of ['src/app/panel/index.html', chunk]) collect(panel, name, files)
  return bytesOf([...files].filter((file) => /\.(js|css)$/.test(file)))
}

const { first, opened, payment, ahead, grid } = stages
const whole = Object.values(stages).reduce((sum, { bytes }) => sum + bytes, 0)
const bytes: [name: string, size: number, budget: number][] = [
  ['shop, first load', first.bytes, BUDGETS.shopFirstLoad],
  ["shop, what 'Comprar' opens", first.bytes + opened.bytes, BUDGETS.shopOpened],
  ['shop, to the end of a purchase', first.bytes + opened.bytes + payment.bytes, BUDGETS.shopPurchase],
  ['shop, grid of numbers', grid.bytes, BUDGETS.shopGrid],
  ['shop, a whole purchase', whole, BUDGETS.shopWhole],
  ['inlined CSS', inlined, BUDGETS.inlinedCss],
  ['panel, on its home', panelOn('panel/home-screen.tsx'), BUDGETS.panelFirstScreen],
  ['panel, on the desk', panelOn('panel/desk-screen.tsx'), BUDGETS.panelFirstScreen],
]
const requests: typeof bytes = [
  // Document and picture, which the document asks for at once, and what React comes in.
  ['shop, requests of the first load', 2 + first.requests, BUDGETS.shopRequests],
  ['shop, requests ahead after it', opened.requests + payment.requests + ahead.requests, BUDGETS.shopRequestsAhead],
]
for (const [name, size, budget] of [...bytes, ...requests]) {
  const over = size > budget
  console.log(`${name.padEnd(32)} ${size.toLocaleString('en').padStart(8)} of ${budget}${over ? '  OVER BUDGET' : ''}`)
  if (over) process.exitCode = 1
}
