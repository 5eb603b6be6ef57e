/**
 * Whether the tests hold: `npm run mutate [-- room …]` applies each dangerous change of the list to a copy of the project, one
 * at a time, runs the tests nearest to it and prints those that nobody noticed. At least 95 % must be noticed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBinaries, startPostgres } from '#platform/server/testing/postgres.ts'
import { type Mutant, readMutants } from './list.ts'

const ROOT = join(import.meta.dirname, '../..')
const LEAST = 0.95
/** A change may make a test wait for ever: that is noticed too. */
const TIME_LIMIT = 300_000

const rooms = process.argv.slice(2)
const chosen = readMutants().filter(({ file }) => rooms.length === 0 || rooms.some((room) => file.includes(room)))
const binaries = findBinaries()
const postgres = binaries === null ? null : await startPostgres(binaries)
if (!postgres) console.log('without PostgreSQL: only SQLite can notice')
const copy = copyProject()

// Tests that fail by themselves would notice everything.
if (await fails([...new Set(chosen.flatMap(({ tests }) => tests))])) {
  console.log('the tests fail without any change: mend them first')
  process.exitCode = 1
  chosen.length = 0
}

let noticed = 0
const missed: Mutant[] = []
for (const [index, mutant] of chosen.entries()) {
  const caught = await isNoticed(mutant)
  if (caught) noticed++
  else missed.push(mutant)
  console.log(`${index + 1}/${chosen.length} ${caught ? 'noticed' : 'MISSED '} ${mutant.file}: ${oneLine(mutant.to)}`)
}
await postgres?.stop()
rmSync(copy, { recursive: true, force: true })

for (const { file, from, to, danger, survives } of missed) {
  console.log(`\n${file}\n  ${oneLine(from)}\n→ ${oneLine(to)}\n  ${danger}\n  ${survives || 'no reason given'}`)
}
const share = chosen.length === 0 ? 0 : noticed / chosen.length
console.log(
  `\n${noticed} of ${chosen.length} noticed (${(share * 100).toFixed(1)} %), at least ${LEAST * 100} % wanted`,
)
if (share < LEAST || missed.some(({ survives }) => survives === '')) process.exitCode = 1

/** The files of the project as they are, with the packages of this folder. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tombola-mutants-'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of files.split('\n')) {
    if (file !== '' && !file.startsWith('docs/screenshots/')) cpSync(join(ROOT, file), join(folder, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function isNoticed({ file, from, to, tests }: Mutant): Promise<boolean> {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    whole.replace(from, () => to),
  )
  try {
    return await fails(tests)
  } finally {
    writeFileSync(path, whole)
  }
}

function fails(tests: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const vitest = spawn(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--project', 'rooms', '--bail', '1', ...tests],
      {
        cwd: copy,
        stdio: 'ignore',
        env: { ...process.env, ...(postgres ? { TEST_POSTGRES_URL: postgres.url } : {}) },
        timeout: TIME_LIMIT,
        killSignal: 'SIGKILL',
      },
    )
    vitest.once('error', reject)
    vitest.once('close', (code) => resolve(code !== 0))
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
