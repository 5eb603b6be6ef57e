/**
 * `npm run kill`: kills the server 200 times under load and looks for what it had acknowledged. `-- --rounds 20` for fewer;
 * PostgreSQL too when TEST_POSTGRES_URL is given or its programs are installed.
 */
import { parseArgs } from 'node:util'
import { findBinaries, startPostgres } from '#platform/server/testing/postgres.ts'
import { killRounds } from './rounds.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' } } })
const rounds = Number(values.rounds)
const say = (line: string) => void process.stdout.write(`${line}\n`)

async function run(engine: string, postgresUrl: string | null): Promise<boolean> {
  const outcome = await killRounds(postgresUrl, rounds, undefined, (round, ledger) => {
    if (round % 10 === 0) say(`${engine}: ${round} kills, ${ledger.bought.size} purchases acknowledged`)
  })
  const { lost, problems, duplicates, failures } = outcome
  for (const line of [...lost, ...problems, ...failures].slice(0, 50)) say(`  ${line}`)
  const held = lost.length + problems.length + duplicates + failures.length === 0
  say(
    `${engine}: ${outcome.rounds} kills, ${outcome.acknowledged} purchases and ${outcome.approved} approvals acknowledged, ` +
      `${lost.length} lost, ${duplicates} twice, ${problems.length} that do not add up, ${failures.length} errors`,
  )
  return held
}

let held = await run('SQLite', null)
const given = process.env['TEST_POSTGRES_URL']
const binaries = findBinaries()
if (given) held = (await run('PostgreSQL', given)) && held
else if (binaries) {
  const server = await startPostgres(binaries)
  try {
    held = (await run('PostgreSQL', server.url)) && held
  } finally {
    await server.stop()
  }
} else say('*** SKIPPED: PostgreSQL. Install postgresql or set TEST_POSTGRES_URL. ***')
process.exitCode = held ? 0 : 1
