/** Measures the built files against budget-table.ts: `node checks/budgets.ts`, after `npm run build`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSizes } from '#app/server/build-now.ts'
import { CLIENT } from '#app/server/build-stamp.ts'
import { BUDGETS } from './budget-table.ts'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
  isEntry?: boolean
}

/** Bytes of these chunks with all that they import at once, after brotli. */
function bytesOf(manifest: Record<string, Chunk>, ...names: string[]): number {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(visit)
  }
  for (const name of names) visit(name)
  let bytes = 0
  for (const file of files) if (/\.(js|css)$/.test(file)) bytes += readFileSync(join(CLIENT, `${file}.br`)).length
  return bytes
}

const sizes = await readSizes()
const sizeOf = (part: string) => {
  const found = sizes.filter(({ name }) => name.includes(part))
  if (found.length === 0) throw new Error(`the build has no ${part}`)
  return Math.max(...found.map(({ bytes }) => bytes))
}
const panel = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest-panel.json'), 'utf8')) as Record<string, Chunk>
const panelEntry = Object.keys(panel).find((key) => panel[key]?.isEntry)
if (panelEntry === undefined) throw new Error('the build has no panel')
/** The panel as it opens on that screen, which is a chunk of its own. */
const panelOn = (screen: string) => {
  const chunk = Object.keys(panel).find((key) => key.endsWith(screen))
  if (chunk === undefined) throw new Error(`the panel has no ${screen}`)
  return bytesOf(panel, panelEntry, chunk)
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
