/**
 * `npm run bench`: measures the product against its limits in one run on this machine, prints the table, and writes it to
 * docs/benchmarks.md. `--quick` takes a minute and a half, opens no browser and writes nothing; `--only purchases,core` picks
 * measures, and writes their rows with `--write`. A measure that throws is told as failed, and so is the run; the others go on.
 * `--save run.json` keeps the figures, and `--compare run.json` says what is slower since, beyond what the machine swings.
 */
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#app/server/build.ts'
import { compareRuns, readRun, saveRun } from './compare-runs.ts'
import { FULL, QUICK } from './effort.ts'
import { openEngines } from './engines.ts'
import { measureApprovals } from './measure-approvals.ts'
import { measureBurst } from './measure-burst.ts'
import { measureCalls } from './measure-calls.ts'
import { measureCaptures } from './measure-captures.ts'
import { measureCopy } from './measure-copy.ts'
import { measureCore } from './measure-core.ts'
import { measureDay } from './measure-day.ts'
import { measureDesk } from './measure-desk.ts'
import { measureGreen } from './measure-green.ts'
import { measureGrid } from './measure-grid.ts'
import { measureLighthouse } from './measure-lighthouse.ts'
import { measureLookup } from './measure-lookup.ts'
import { measureMatch } from './measure-match.ts'
import { measurePages } from './measure-pages.ts'
import { measureProcess } from './measure-process.ts'
import { measureProcesses } from './measure-processes.ts'
import { measurePurchases } from './measure-purchases.ts'
import { measureReading } from './measure-reading.ts'
import { measureSearch } from './measure-search.ts'
import { measureSize } from './measure-size.ts'
import { measureSlow } from './measure-slow.ts'
import { measureStatements } from './measure-statements.ts'
import { measureThumb } from './measure-thumb.ts'
import { failedRow, formatTable, isMissed, type Row } from './table.ts'
import { machine, writeDocument } from './write-document.ts'

const MEASURES = [
  'purchases',
  'processes',
  'core',
  'approvals',
  'reading',
  'burst',
  'slow',
  'copy',
  'lookup',
  'grid',
  'size',
  'search',
  'match',
  'captures',
  'statements',
  'calls',
  'process',
  'pages',
  'thumb',
  'desk',
  'day',
  'green',
  'lighthouse',
] as const
/** They need minutes, and most a browser. */
const UNHURRIED = new Set<string>(['pages', 'thumb', 'desk', 'day', 'green', 'lighthouse'])

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    save: { type: 'string' },
    compare: { type: 'string' },
  },
})
const earlier = values.compare === undefined ? null : readRun(values.compare)
const chosen = values.only?.split(',') ?? MEASURES.filter((name) => !values.quick || !UNHURRIED.has(name))
const effort = values.quick ? QUICK : FULL
const begun = performance.now()
const elapsed = () => (performance.now() - begun) / 1000

await ensureBuilt(['pages', 'server'])
const { engines, remove } = await openEngines()
const [embedded] = engines
if (!embedded) throw new Error('no engine')
console.log(`${machine(engines)}\n`)
const rows: Row[] = []

/** Tells each result as it comes: the whole takes minutes. */
async function measure(name: (typeof MEASURES)[number], run: () => Promise<Row[]>): Promise<void> {
  if (!chosen.includes(name)) return
  const found = await run().catch((error: unknown) => [failedRow(name, error)])
  for (const row of found) {
    console.log(
      `${elapsed().toFixed(0).padStart(4)} s  ${row.measure}: ${row.ours}${row.failed ? `: ${row.note}` : row.limit && ` / ${row.limit}`}`,
    )
  }
  rows.push(...found)
}

try {
  let loaded: number | null = null
  for (const engine of engines) {
    await measure('purchases', async () => {
      const measured = await measurePurchases(engine, effort)
      if (engine === embedded) loaded = measured.memory
      return measured.rows
    })
  }
  for (const engine of engines.slice(1)) await measure('processes', () => measureProcesses(engine, effort))
  for (const engine of engines) await measure('core', () => measureCore(engine, effort))
  for (const engine of engines) await measure('approvals', () => measureApprovals(engine, effort))
  await measure('reading', () => measureReading(embedded, effort))
  for (const engine of engines) await measure('burst', () => measureBurst(engine, effort))
  await measure('slow', () => measureSlow(embedded, effort))
  for (const engine of engines) await measure('copy', () => measureCopy(engine, effort))
  for (const engine of engines) await measure('lookup', () => measureLookup(engine, effort))
  for (const engine of engines) await measure('grid', () => measureGrid(engine, effort))
  for (const engine of engines) await measure('size', () => measureSize(engine, effort))
  for (const purchases of [100_000, 1_000_000])
    for (const engine of engines) await measure('search', () => measureSearch(engine, effort, purchases))
  await measure('match', async () => measureMatch())
  await measure('captures', measureCaptures)
  for (const engine of engines) await measure('statements', () => measureStatements(engine, effort))
  for (const engine of engines) await measure('calls', () => measureCalls(engine, effort))
  await measure('process', () => measureProcess(embedded, effort, loaded))
  await measure('pages', () => measurePages(embedded))
  await measure('thumb', () => measureThumb(embedded))
  await measure('desk', () => measureDesk(embedded))
  await measure('day', () => measureDay(embedded))
  await measure('green', () => measureGreen(embedded))
  await measure('lighthouse', () => measureLighthouse(embedded))
} finally {
  await remove()
  // Measures from before a failure are printed all the same.
  console.log(`\n${formatTable(rows)}\n`)
}

if (values.save !== undefined) saveRun(values.save, rows)
if (earlier) console.log(compareRuns(earlier, rows))
const missed = rows.filter(isMissed).length
const failed = rows.filter((row) => row.failed).length
const verdict = missed === 0 ? 'every target met' : `${missed} missed`
console.log(`${elapsed().toFixed(0)} s; ${failed === 0 ? verdict : `${failed} failed, ${verdict}`}`)
if (failed > 0) process.exitCode = 1
const whole = !values.quick && values.only === undefined
if (whole || values.write) {
  const measured = rows.filter((row) => !row.failed)
  writeDocument(measured, engines, whole && failed === 0)
}
