import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What the tests of a file said, and on PostgreSQL or without it. */
export type Said =
  | { kind: 'green'; tests: number }
  /** A test asserted, or what was changed does not even start. */
  | { kind: 'red'; by: string }
  /** Nothing was asserted: time ran out. */
  | { kind: 'hang'; by: string }

export type Engine = 'sqlite' | 'postgres'

/** What vitest's JSON reporter writes, as far as it is read here. */
export interface Report {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export interface TestRun {
  /** The folder of the project whose tests run. */
  folder: string
  /** The file of tests, from that folder. */
  file: string
  /** Those on PostgreSQL, or all others. */
  engine: Engine
  postgresUrl: string | null
  /** Milliseconds until it is ended. */
  limit: number
  /** Goes on after a failure, and gives each test as long as the whole run. */
  patient?: boolean
}

const PATTERN: Record<Engine, string> = { sqlite: '^(?!.*PostgreSQL)', postgres: 'PostgreSQL' }
const TIMED_OUT = /(Test|Hook) timed out in/
let running: ChildProcess | undefined

// A group of its own, so that its workers end with it: then it is for us to end it.
process.once('exit', () => endGroup(running))

/** Runs one file of tests in a process of its own and says what came of it. */
export async function runTests({ folder, file, engine, postgresUrl, limit, patient }: TestRun): Promise<Said> {
  const output = join(folder, 'mutant-report.json')
  rmSync(output, { force: true })
  const printed = join(folder, 'mutant-output.txt')
  const screen = openSync(printed, 'w')
  const ways = patient ? ['--test-timeout', String(limit), '--hook-timeout', String(limit)] : ['--bail', '1']
  const child = spawn(
    process.execPath,
    [
      ...[
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project',
        'rooms*',
        '--reporter',
        'default',
        '--reporter',
        'json',
      ],
      ...['--outputFile', output],
      ...['--testNamePattern', PATTERN[engine], ...ways, file],
    ],
    {
      cwd: folder,
      stdio: ['ignore', screen, screen],
      detached: true,
      env: { ...process.env, ...(postgresUrl ? { TEST_POSTGRES_URL: postgresUrl } : {}) },
    },
  )
  running = child
  let late = false
  const timer = setTimeout(() => {
    late = true
    endGroup(child)
  }, limit)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearTimeout(timer)
  closeSync(screen)
  if (late) return { kind: 'hang', by: `no end after ${Math.round(limit / 1000)} s` }
  const report = existsSync(output) ? (JSON.parse(readFileSync(output, 'utf8')) as Report) : null
  return judge(report, code, readFileSync(printed, 'utf8'))
}

/**
 * Time that ran out is told apart from a test that asserted: only the second is sure to be about the change.
 * @param printed what the run wrote: the report does not say what failed outside of a test, as a clean-up does.
 */
export function judge(report: Report | null, code: number | null, printed: string): Said {
  const files = report?.testResults ?? []
  const failed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'failed')
  const asserted = failed.find(({ failureMessages }) => !failureMessages.every((message) => TIMED_OUT.test(message)))
  if (asserted) return { kind: 'red', by: asserted.fullName }
  if (failed[0]) return { kind: 'hang', by: failed[0].fullName }
  if (code !== 0) {
    const by = /^.*Error: .*$/m.exec(printed)?.[0].trim() ?? `the tests ended with ${code}`
    return TIMED_OUT.test(by) ? { kind: 'hang', by } : { kind: 'red', by: `outside of a test: ${by}` }
  }
  const passed = files.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed')
  return { kind: 'green', tests: passed.length }
}

function endGroup(child: ChildProcess | undefined): void {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  process.kill(-child.pid, 'SIGKILL')
}
