/**
 * `npm run bench`: measures the product against its limits in one run on this machine, prints the table, and writes it to
 * docs/benchmarks.md. `--quick` takes a minute and a half, opens no browser and writes nothing; `--only purchases,burst` picks
 * measures, and writes their rows with `--write`. A measure that throws is told as failed, and so is the run; the others go on.
 */
import { parseArgs } from 'node:util'
import { ensureBuilt } from '#app/server/build.ts'
import { chromium } from '../e2e/support/chromium.ts'
import { type Effort, FULL, QUICK } from './effort.ts'
import { type Engine, openEngines } from './engines.ts'
import { failedRow, formatTable, isMissed, type Row } from './table.ts'
import { machine, writeDocument } from './write-document.ts'

/** Measures in their order, each in a file of its own, and the engines on which they are taken. */
const MEASURES = {
  purchases: 'each',
  reading: 'SQLite',
  burst: 'each',
  slow: 'SQLite',
  copy: 'each',
  lookup: 'each',
  match: 'SQLite',
  captures: 'SQLite',
  process: 'SQLite',
  pages: 'in a browser',
  day: 'in a browser',
} as const

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const chosen = values.only?.split(',')
const effort = values.quick ? QUICK : FULL
const begun = performance.now()
const elapsed = () => (performance.now() - begun) / 1000

await ensureBuilt(['pages', 'server'])
const { engines, remove } = await openEngines()
console.log(`${machine(engines)}\n`)
const rows: Row[] = []
try {
  for (const [name, where] of Object.entries(MEASURES)) {
    const isHurried = !values.quick || where !== 'in a browser'
    if (!(chosen?.includes(name) ?? isHurried) || (where === 'in a browser' && chromium === null)) continue
    const of = where === 'in a browser' ? 'SQLite' : where
    for (const engine of engines.filter((one) => of === 'each' || one.name === of)) {
      const { measure } = (await import(`./measure-${name}.ts`)) as {
        measure(engine: Engine, effort: Effort): Promise<Row[]>
      }
      const found = await measure(engine, effort).catch((error: unknown) => [failedRow(name, error)])
      // Each as it comes: the whole takes minutes.
      for (const { measure: says, ours, limit, note, failed } of found)
        console.log(
          `${elapsed().toFixed(0).padStart(4)} s  ${says}: ${ours}${failed ? `: ${note}` : limit && ` / ${limit}`}`,
        )
      rows.push(...found)
    }
  }
} finally {
  await remove()
  // Measures from before a failure are printed all the same.
  console.log(`\n${formatTable(rows)}\n`)
}

const missed = rows.filter(isMissed).length
const failed = rows.filter((row) => row.failed).length
const verdict = missed === 0 ? 'every target met' : `${missed} missed`
console.log(`${elapsed().toFixed(0)} s; ${failed === 0 ? verdict : `${failed} failed, ${verdict}`}`)
if (failed > 0) process.exitCode = 1
const whole = !values.quick && chosen === undefined
if (whole || values.write) {
  const measured = rows.filter((row) => !row.failed)
  writeDocument(measured, engines, whole && failed === 0)
}
