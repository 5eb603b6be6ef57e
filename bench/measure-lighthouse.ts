import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '../e2e/support/chromium.ts'
import { startProduct } from '../e2e/support/product.ts'
import type { Engine } from './engines.ts'
import { atLeast, atMost, figure, median, type Row } from './table.ts'

/** Fetched by npm when it is wanted: installed, it and what it brings would be a third of node_modules. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const PATHS = ['/', '/rifa', '/rifa1', '/rifas-anteriores']
const TIMES = 5
/** The lowest score of some categories counts. */
const SCORES: [says: string, categories: string[], target: number][] = [
  ['performance', ['performance'], 98],
  ['accessibility, best practices and SEO', ['accessibility', 'best-practices', 'seo'], 100],
]
const PAINT = 1
/** On a busy machine it sometimes misses the start of its own recording, and asks to be run again. */
const TRIES = 3
const FLAGS =
  '--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

/** Lighthouse for phones: what it judges, and its largest paint on its slow 4G. Needs npm's registry. */
export async function measure(engine: Engine): Promise<Row[]> {
  const { dataDir } = await engine.newHome()
  const product = await startProduct({ DATA_DIR: dataDir }, 'src/app/demo/demo.ts')
  const folder = mkdtempSync(join(tmpdir(), 'tombola-lighthouse-'))
  try {
    const rows: Row[] = []
    for (const path of PATHS) {
      const reports: Report[] = []
      while (reports.length < TIMES) reports.push(await judge(product.address + path, join(folder, 'report.json')))
      rows.push(
        ...SCORES.map(([says, categories, target]) => scoreRow(`${says} of ${path}`, categories, target, reports)),
        paintRow(path, reports),
      )
    }
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await product.stop()
  }
}

async function judge(address: string, file: string): Promise<Report> {
  let complaints = ''
  for (let time = 0; time < TRIES; time++) {
    complaints = await run(address, file)
    if (complaints === '') return JSON.parse(readFileSync(file, 'utf8')) as Report
  }
  throw new Error(`${LIGHTHOUSE} failed ${TRIES} times: ${complaints}`)
}

/** @returns why it failed; nothing when the report is there. */
async function run(address: string, file: string): Promise<string> {
  const args = ['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', address, '--quiet']
  const more = ['--no-enable-error-reporting', '--output=json', `--output-path=${file}`, `--chrome-flags=${FLAGS}`]
  const child = spawn('npm', [...args, ...more], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, CHROME_PATH: chromium ?? '' },
  })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return code === 0 ? '' : `${complaints} (${code})`
}

function scoreRow(says: string, names: string[], limit: number, reports: Report[]): Row {
  const scores = reports.map(({ categories }) =>
    Math.min(...names.map((name) => Math.round((categories[name]?.score ?? 0) * 100))),
  )
  const spread = new Set(scores).size === 1 ? [] : [scores.join(', ')]
  const note = [...spread, ...names.flatMap((name) => faults(name, reports))].join('; ')
  return atLeast({ measure: `Lighthouse, ${says}`, value: median(scores), limit, note })
}

/** Titles of all that any of the reports found wrong. */
function faults(category: string, reports: Report[]): string[] {
  const found = new Set<string>()
  for (const { categories, audits } of reports) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const { score, title } = audits[id] ?? { score: 1, title: id }
      if (weight > 0 && score !== null && score < 0.9) found.add(title)
    }
  }
  return [...found]
}

function paintRow(path: string, reports: Report[]): Row {
  const paints = reports.map(({ audits }) => (audits['largest-contentful-paint']?.numericValue ?? Number.NaN) / 1000)
  const note = paints.map(figure).join(', ')
  return atMost({
    measure: `Lighthouse, largest paint of ${path}`,
    value: median(paints),
    limit: PAINT,
    unit: 's',
    note,
  })
}
