import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engines.ts'
import { ROOT } from './server-process.ts'
import { isMissed, markdownTable, type Row } from './table.ts'

const FILE = join(ROOT, 'docs/benchmarks.md')
/** What people wrote after reading a profile: it is kept from one run to the next. */
const NOTES = '## What limits what was missed'

export function machine(engines: Engine[]): string {
  const cores = cpus()
  const versions = engines.map((engine) => `${engine.name} ${engine.version}`)
  return [
    `${cores.length} × ${cores[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.version}`,
    ...versions,
  ].join(' · ')
}

/** Writes the result where the repository shows it; the notes under the table stay. */
export function writeDocument(rows: Row[], engines: Engine[], seconds: number): void {
  const missed = rows.filter(isMissed).length
  writeFileSync(
    FILE,
    `# Benchmarks

\`npm run bench\` measures this and writes this page; \`-- --quick\` looks at what needs no browser for a minute and a half and only prints.
Server and load generator share one machine and its loopback interface, so ratios mean more than figures. Whatever is
compared is looked at in turns; each figure is the median.

${new Date().toISOString().slice(0, 10)} · ${machine(engines)} · ${Math.round(seconds)} s · ${missed === 0 ? 'every target met' : `${missed} targets missed`}

${markdownTable(rows)}

- **Purchases** are reports of a payment over HTTP: a multipart form with a proof, each by a person of its own, durable when
  it is answered. Their limit is \`bench/floor.ts\`: Fastify, its multipart plugin, the file flushed, one INSERT. The processor time of ours counts until every proof has a file of its own.
- **Core** is the same transaction without HTTP and file. Its limits are the driver's bare INSERT with a commit each, and 64 to a commit.
- **Answers that are read** are compared with bare \`node:http\`, 16 connections.
- **Largest paint, moved, taps** are of Chromium at 360 × 640 that opens the demo's pages for the first time. The latency of the line is added to
  each request; setting up the connection is not. slow 4G: 1.6 Mbit/s, 150 ms; slow 3G: 400 kbit/s, 400 ms.
- **Lighthouse** is its own judgement for phones, with its slow 4G reckoned from what it saw.
- **Attacks** (\`--only attacks\`, \`SEED\`, \`ATTACK=part of a name\`) go over HTTP to the real server behind a proxy that it trusts, its clock moved ten seconds at a time. Buyers come over ten minutes, pay within two to seven, come back for ten when there is nothing for them; twenty
  share one address. Scripts make 100 calls in ten seconds and do as much of the work that they are asked for as one core of this machine can; the numbers to be found are told to them, so that the work costs the machine nothing. Holds are taken two at a time; reports ask for 100 and then for ever fewer.
  A script that reports works for its waiting reports with seven eighths of its core. A buyer's page works for 20 s once he has opened a payment without tickets, and for two minutes at most once he has reported.
- **A bank's call** is a notice of Banco de Venezuela of a payment of its own, kept before it is answered and read behind that. **Rows of a statement** are read by the child with limits and become movements; its ratio is the child's memory through its limit.
- **p99** is the slowest hundredth of purchases from report to approval, one buyer, in one process.

${notes()}`,
  )
}

function notes(): string {
  let before = ''
  try {
    before = readFileSync(FILE, 'utf8')
  } catch {}
  const start = before.indexOf(NOTES)
  return start < 0 ? `${NOTES}\n` : before.slice(start)
}
