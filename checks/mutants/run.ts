/**
 * Whether the tests hold: `npm run mutate [-- --resume] [room …]` applies each dangerous change of the list to a copy of the
 * project, one at a time, runs the tests nearest to it and prints those that nobody noticed. At least 95 % must be noticed.
 */
import { parseArgs } from 'node:util'
import { FORGETFUL, findBinaries, startPostgres } from '#platform/server/testing/postgres.ts'
import { copyProject, withMutant } from './copy.ts'
import { type Mutant, readMutants } from './list.ts'
import { hashOf, type Kept, keptResults, keyOf, RESULTS, type Result } from './results.ts'
import { type Engine, runTests, type Said } from './run-tests.ts'
import { summarize } from './summary.ts'

/** Unchanged tests that take longer than this are not there to be run hundreds of times. */
const LONGEST = 600_000
/** A change may make tests slower; beyond this they hang. */
const SLACK = { times: 5, plus: 30_000 }
/** What hung is asked again, alone, and waited for this many times as long. */
const PATIENCE = 3

interface Unchanged {
  tests: number
  took: number
}

const { values, positionals } = parseArgs({
  options: { resume: { type: 'boolean', default: false } },
  allowPositionals: true,
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const chosen = readMutants().filter(
  ({ file }) => positionals.length === 0 || positionals.some((of) => file.includes(of)),
)
const copy = copyProject()
const results: Kept<Result> = keptResults(values.resume)
const times: Kept<Unchanged> = keptResults(values.resume)
const binaries = findBinaries()
const postgres = binaries === null ? null : await startPostgres(binaries, { settings: FORGETFUL })
if (!postgres) console.log('without PostgreSQL: only SQLite can notice')
console.log(`${chosen.length} changes of ${copy.commit}, results in ${RESULTS}\n`)

const done = new Map<Mutant, Result>()
/** Those whose tests are not green without them. */
const untested: Mutant[] = []
let left = chosen
// What SQLite does not notice is for PostgreSQL, whose tests take longer.
for (const engine of postgres ? (['sqlite', 'postgres'] as const) : (['sqlite'] as const)) {
  for (const [index, mutant] of left.entries()) {
    const result = await judgeMutant(mutant, engine)
    if (result.verdict === 'untested') untested.push(mutant)
    else done.set(mutant, result)
    const { verdict, seconds, by } = result
    console.log(
      `${engine} ${index + 1}/${left.length} ${verdict} ${seconds} s ${mutant.file}: ${oneLine(mutant.to)}  ← ${by}`,
    )
  }
  left = left.filter((mutant) => done.get(mutant)?.verdict === 'survived')
}
await postgres?.stop()
const { text, held } = summarize([...done])
console.log(`\n${text}`)
if (untested.length > 0) console.log(`${untested.length} could not be tried: mend their tests first`)
if (!held || untested.length > 0) process.exitCode = 1

async function judgeMutant(mutant: Mutant, engine: Engine): Promise<Result> {
  const key = hashOf([keyOf(copy.folder, mutant), engine])
  const known = results.get(key)
  if (known) return known
  const start = performance.now()
  const said = await askAll(mutant, engine)
  const result: Result = {
    file: mutant.file,
    to: mutant.to,
    ...said,
    seconds: Math.round((performance.now() - start) / 1000) + (done.get(mutant)?.seconds ?? 0),
    commit: copy.commit,
  }
  if (result.verdict !== 'untested') results.set(key, result)
  return result
}

/** What the first of its tests that is not green says. */
async function askAll(mutant: Mutant, engine: Engine): Promise<Pick<Result, 'verdict' | 'by'>> {
  for (const file of mutant.tests) {
    const known = await unchanged(file, engine)
    // Tests that fail by themselves would notice everything.
    if ('by' in known) return { verdict: 'untested', by: `${file} without any change: ${known.by}` }
    if (known.tests === 0) continue
    const said = await withMutant(copy.folder, mutant, () => ask(file, engine, known.took))
    if (said.kind !== 'green') return { verdict: said.kind === 'red' ? 'noticed' : 'hangs', by: said.by }
  }
  return { verdict: 'survived', by: '' }
}

/** Time that ran out may be the machine's fault: it counts when it runs out again. */
async function ask(file: string, engine: Engine, took: number): Promise<Said> {
  const limit = took * SLACK.times + SLACK.plus
  const said = await runIn(file, engine, limit)
  return said.kind === 'hang' ? await runIn(file, engine, limit * PATIENCE, true) : said
}

/** How long a file of tests takes without any change, or what is red or hangs in it. */
async function unchanged(file: string, engine: Engine): Promise<Unchanged | { by: string }> {
  const key = hashOf([copy.hash, file, engine])
  const known = times.get(key)
  if (known) return known
  const start = performance.now()
  const said = await runIn(file, engine, LONGEST)
  if (said.kind !== 'green') return said
  const found = { tests: said.tests, took: Math.round(performance.now() - start) }
  times.set(key, found)
  return found
}

function runIn(file: string, engine: Engine, limit: number, patient = false): Promise<Said> {
  return runTests({ folder: copy.folder, file, engine, postgresUrl: postgres?.url ?? null, limit, patient })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
