/**
 * `npm run flaky`: the journeys, ten times under load; none may fail in any. `-- --times 2` fewer, `-- --load 4` more of the machine taken
 * from them, `-- --seed 7` at other moments, `-- panel-sell lookup` those files alone. Ends with 1 and the names of those that failed.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    load: { type: 'string', default: String(availableParallelism()) },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const times = Number(values.times)
const load = Number(values.load)
const seed = Number(values.seed)
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Output of vitest's JSON reporter, as far as it is read here. */
interface Report {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** Processes that take a core each for some moments and leave it for others, until they are told to end or nobody is there to tell them. */
function burn(round: number): () => void {
  const children = Array.from({ length: load }, (_, index) =>
    spawn(process.execPath, [join(import.meta.dirname, 'burn.ts'), String(seed + round * 100 + index)], {
      stdio: ['pipe', 'ignore', 'inherit'],
    }),
  )
  return () => {
    for (const child of children) child.stdin.end()
  }
}

async function journeys(): Promise<{ failed: string[]; tests: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-flaky-'))
  const file = join(folder, 'report.json')
  const files = positionals.map((name) => `e2e/${name}`)
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'e2e', '--reporter', 'json', '--outputFile', file]
  const child = spawn(process.execPath, [...args, ...files], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
  await new Promise((resolve) => child.once('close', resolve))
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const failed = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
    // One that could not even begin has no tests.
    for (const { name, status, assertionResults } of testResults)
      if (status === 'failed' && !assertionResults.some((one) => one.status === 'failed')) failed.push(name)
    return { failed, tests: tests.length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

say(`${times} times, beside ${load} processes that take a core each, seed ${seed}`)
const rounds = new Map<string, number[]>()
for (let round = 1; round <= times; round++) {
  const since = Date.now()
  const stop = burn(round)
  const { failed, tests } = await journeys().finally(stop)
  if (tests === 0) failed.push('no test has run')
  for (const name of failed) rounds.set(name, [...(rounds.get(name) ?? []), round])
  say(`${round}: ${tests} tests, ${failed.length} failed (${Math.round((Date.now() - since) / 1000)} s)`)
  for (const name of failed) say(`   ${name}`)
}
for (const [name, failed] of rounds) say(`flaky: ${name} (${failed.length} of ${times}: ${failed.join(', ')})`)
say(rounds.size === 0 ? 'none failed' : `${rounds.size} failed at least once`)
process.exitCode = rounds.size === 0 ? 0 : 1
