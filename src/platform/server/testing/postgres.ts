import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { chownSync, closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { dropDatabases } from './databases-of-runs.ts'
import { ownPort } from './own-port.ts'
import { removeFolder } from './remove-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server on which databases can be created; null when the machine has none. */
    postgresUrl: string | null
  }
}

/**
 * Vitest's global set-up: a PostgreSQL server of its own for the run. TEST_POSTGRES_URL names one that is already there (its user must be allowed to
 * create databases). Without both, the PostgreSQL suites are skipped, with a notice. TEST_ENGINE=SQLite leaves them out too: `npm test -- tickets`,
 * which prints its own notice.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TEST_ENGINE'] === 'SQLite') {
    project.provide('postgresUrl', null)
    return async () => {}
  }
  const given = process.env['TEST_POSTGRES_URL']
  if (given) {
    project.provide('postgresUrl', given)
    return () => dropDatabases(given)
  }
  const binaries = findBinaries()
  if (!binaries) {
    project.provide('postgresUrl', null)
    return async () => {
      process.stderr.write(
        '\n*** SKIPPED: every PostgreSQL suite. Install postgresql (15 or newer) or set TEST_POSTGRES_URL. ***\n',
      )
    }
  }
  const server = await startPostgres(binaries, { settings: FORGETFUL })
  project.provide('postgresUrl', server.url)
  return () => server.stop()
}

/** No test pulls this server's plug: tests of durability start their own. */
const FORGETFUL = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']

export interface PostgresServer {
  url: string
  /**
   * Ends it without a word to anybody; it recovers at its next start.
   * @param signal as `pg_ctl stop -m immediate` does; SIGKILL as nobody should, and leaves its processes to notice by themselves.
   */
  crash(signal?: 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Starts it again on the same port and folder, with retries until its leftovers are gone. */
  start(): Promise<void>
  stop(): Promise<void>
}

/** The folder with initdb and postgres, the newest version first, or null. */
export function findBinaries(): string | null {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(packaged, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null
}

export interface PostgresOptions {
  /** Folder for its own, which the user `postgres` can enter. */
  place?: string
  /** Over the usual ones. */
  settings?: string[]
  /** Address of a server whose replica it becomes. */
  from?: string
  port?: number
}

/** Starts a server on a free port of the loopback address, as durable as a real one, in a folder that goes with it. */
export async function startPostgres(
  binaries: string,
  { place = tmpdir(), settings: given = [], from, port: wanted }: PostgresOptions = {},
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(place, 'tombola-postgres-'))
  const asPostgres = ownerOf(folder)
  const data = join(folder, 'data')
  const begin =
    from === undefined
      ? ['initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale']
      : ['pg_basebackup', '-D', data, '-d', from, '-R', '-X', 'stream', '-c', 'fast']
  const [program = '', ...args] = begin
  await promisify(execFile)(...asPostgres(join(binaries, program), ...args), { cwd: folder })
  const port = wanted ?? (await ownPort())
  const settings = [
    'listen_addresses=127.0.0.1',
    // Ten workers simultaneously, and a file's connections are closed at its end.
    'max_connections=1000',
    'deadlock_timeout=200ms',
    'shared_buffers=128MB',
    ...given,
  ]
  const launch = () => {
    const log = openSync(join(folder, 'log'), 'a')
    try {
      return spawn(
        ...asPostgres(
          join(binaries, 'postgres'),
          // Nobody connects by a socket, whose address would be too long in some folders.
          ...['-D', data, '-p', String(port), '-k', ''],
          ...settings.flatMap((setting) => ['-c', setting]),
        ),
        // A group of its own: Ctrl-C in the terminal reaches the tests first, and they stop it.
        { stdio: ['ignore', log, log], cwd: folder, detached: true },
      )
    } finally {
      // The server has it. Open here too it would keep a disk that failed from being taken down.
      closeSync(log)
    }
  }
  let child = launch()
  const interrupted = () => {
    child.kill('SIGQUIT')
    removeFolder(folder)
  }
  process.once('exit', interrupted)
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`
  try {
    await reachable(url, child)
  } catch (error) {
    const said = readFileSync(join(folder, 'log'), 'utf8').trim()
    process.removeListener('exit', interrupted)
    interrupted()
    throw new Error(`PostgreSQL (${binaries}) did not start in ${folder}: ${said}`, { cause: error })
  }
  return {
    url,
    async crash(signal = 'SIGQUIT') {
      if (hasEnded(child)) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await ended
    },
    async start() {
      for (let attempt = 0; hasEnded(child); attempt++) {
        child = launch()
        try {
          await reachable(url, child)
        } catch (error) {
          if (attempt === MOST_STARTS || !hasEnded(child)) throw error
          await sleep(200)
        }
      }
    },
    async stop() {
      process.removeListener('exit', interrupted)
      await stopChild(child)
      removeFolder(folder)
    },
  }
}

type Command = [file: string, args: string[]]

/** PostgreSQL refuses to run as root: then it runs as the user `postgres` of its package, which becomes the folder's owner. */
export function ownerOf(folder: string): (file: string, ...args: string[]) => Command {
  if (process.getuid?.() !== 0) return (file, ...args) => [file, args]
  const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  chownSync(folder, id('-u'), id('-g'))
  return (file, ...args) => ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', file, ...args]]
}

const MOST_STARTS = 50

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function reachable(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 300_000
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (hasEnded(child) || Date.now() > deadline) throw new Error('PostgreSQL did not start', { cause: error })
      await sleep(50)
    }
  }
}

/** SIGINT is PostgreSQL's fast stop, and PgBouncer's: it ends the sessions and closes the files properly. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGINT')
  await Promise.race([ended, sleep(60_000, undefined, { ref: false })])
  if (!hasEnded(child)) child.kill('SIGKILL')
  await ended
}
