/**
 * `npm run kill`: injects faults into a shop that sells, and compares everything with the acknowledged.
 * `npm run kill -- kill full-disk` takes those faults, `--engine SQLite` one engine, `--times 5` fewer times, `--seed 7` other
 * chances. Exit 1 when anything does not add up. Faults that this machine cannot inject are named and left out.
 */
import { parseArgs } from 'node:util'
import { BOTH } from './fault.ts'
import { faults } from './faults.ts'
import { SEED } from './load.ts'
import { postgresMissing } from './own-postgres.ts'
import type { Verdict } from './selling-shop.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string' },
    times: { type: 'string' },
    seed: { type: 'string', default: String(SEED) },
  },
})
const say = (line: string) => void process.stdout.write(`${line}\n`)
const unknown = positionals.filter((name) => !faults.some((fault) => fault.name === name))
if (unknown.length > 0) {
  say(`No fault is called ${unknown.join(', ')}. There are:`)
  for (const { name, title, engines } of faults) say(`  ${name.padEnd(18)} ${title} (${engines.join(', ')})`)
  process.exit(2)
}

function tell(name: string, verdict: Verdict, seconds: number): boolean {
  const { lost, problems, duplicates, failures } = verdict
  const refused = Object.entries(verdict.refused).map(([code, count]) => `, ${count} × ${code}`)
  for (const line of [...lost, ...problems, ...failures].slice(0, 50)) say(`  ${line}`)
  say(
    `${name}: ${verdict.acknowledged} purchases and ${verdict.approved} approvals acknowledged${refused.join('')}; ` +
      `${lost.length} lost, ${duplicates} twice, ${problems.length} that do not add up, ${failures.length} errors (${seconds} s)`,
  )
  return lost.length + problems.length + duplicates + failures.length === 0
}

// Mounts and processes end with this one, also when it is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const seed = Number(values.seed)
say(`Seed ${seed}.`)
let held = true
for (const fault of faults) {
  if (positionals.length > 0 && !positionals.includes(fault.name)) continue
  for (const engine of BOTH) {
    if (!fault.engines.includes(engine) || (values.engine !== undefined && values.engine !== engine)) continue
    const missing = fault.missing ?? (engine === 'PostgreSQL' ? postgresMissing : null)
    if (missing !== null) {
      say(`*** SKIPPED: ${fault.name}, ${engine}: ${missing}. ***`)
      continue
    }
    const times = Number(values.times ?? fault.many)
    const name = `${fault.title}, ${engine}, ${times} times`
    say(`${name} …`)
    const since = Date.now()
    try {
      const verdict = await fault.run({ engine, seed, times })
      held = tell(name, verdict, Math.round((Date.now() - since) / 1000)) && held
    } catch (error) {
      // The others are tried all the same.
      held = false
      say(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
}
process.exitCode = held ? 0 : 1
