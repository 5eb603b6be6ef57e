import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Config } from '#platform/server/config.ts'

/** How `tombola` is run on this machine, as `npm run tombola` does. */
export interface Runner {
  /** Path of `src/app/run.js`. */
  script: string
}

/** V8 lets garbage grow with the memory of the machine, and this process shares the memory limit of the shop's unit. */
const LITTLE_GARBAGE = ['--max-semi-space-size=2']

/**
 * Runs `tombola` on the installation of this process, at low priority behind buyers: it gets spare processor time, and its memory ends with it.
 * @param args of the command line.
 * @param more variables of the environment.
 */
export function runBeside(
  { script }: Runner,
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'key'>,
  args: readonly string[],
  more: Record<string, string> = {},
): ChildProcess {
  const own = { DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl ?? '', TOMBOLA_KEY: config.key ?? '' }
  const child = spawn(process.execPath, [...LITTLE_GARBAGE, script, 'tombola', ...args], {
    env: { ...process.env, ...own, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
  return child
}

/** Makes the copy of that row. @throws Error with its output if it failed. */
export async function copyBeside(runner: Runner, config: Config, id: number, ended: AbortSignal): Promise<void> {
  const child = runBeside(runner, config, ['backup', '--json', '--noche', String(id)])
  const stop = () => child.kill('SIGKILL')
  ended.addEventListener('abort', stop, { once: true })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => (said = (said + bytes.toString()).slice(-2_000)))
  }
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    if (code !== 0 && !ended.aborted) throw new Error(`the copy ended with ${code}: ${said}`)
  } finally {
    ended.removeEventListener('abort', stop)
  }
}
