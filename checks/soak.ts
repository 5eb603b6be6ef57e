/**
 * `npm run soak`: at full size, and with other chances each time, what `npm test` does in short and always alike: floods, races, sales to the
 * last ticket, a million numbers, plans of deeds against a model, changes behind the product's back, files that want to do harm, and
 * whatever can befall a machine. It takes hours. `npm run soak -- rooms hostile` takes some of it; `SEED=7 npm run soak` the chances of
 * another time, which every step prints.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SEED = process.env['SEED'] ?? String(Date.now() % 1_000_000_000)

const STEPS: Record<string, string[]> = {
  // Every room, with the sizes that `soak()` gives them.
  rooms: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'rooms*', '--testTimeout', '1200000'],
  // And what needs the machine for itself.
  faults: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'faults', '--testTimeout', '1200000'],
  hostile: ['e2e/hostile/hostile.ts', '--seed', SEED],
  kill: ['e2e/kill/kill.ts', '--seed', SEED],
}
const MORE: Record<string, string> = { SOAK: '1', SEED }

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in STEPS))
if (unknown.length > 0) {
  console.error(`No step is called ${unknown.join(', ')}. There are: ${Object.keys(STEPS).join(', ')}.`)
  process.exit(2)
}
const failed: string[] = []
for (const [name, args] of Object.entries(STEPS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n=== ${name} · SEED=${SEED}`)
  const env = { ...process.env, ...MORE }
  const code = await new Promise<number | null>((resolve) => {
    spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env }).once('close', resolve)
  })
  if (code !== 0) failed.push(name)
}
console.log(failed.length === 0 ? '\nall of it held' : `\ndid not hold: ${failed.join(', ')} (SEED=${SEED})`)
process.exitCode = failed.length === 0 ? 0 : 1
