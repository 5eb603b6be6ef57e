/**
 * `npm run test:environments`: a few files of tests on machines that are otherwise than this one, one after the other: users, zones,
 * languages, paths, limits, and what may be missing. It prints a table and ends with 1 when one fails. `npm run test:environments -- umask zone`
 * takes those whose name says so. Without root, those that need it are named as left out.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, dayInCaracas, startOfDay, systemClock } from '#platform/clock.ts'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { OTHER_DAYS } from '../e2e/support/far-from-midnight.ts'

const ROOT = join(import.meta.dirname, '..')
/** Files, both engines, ports, a server that is started and stopped, a page in a browser, a stranger's file in a child that may read little. */
const FILES = [
  'src/platform/clock.test.ts',
  'src/platform/server/files.test.ts',
  'src/platform/server/snapshots.test.ts',
  'src/platform/server/db/migrate.test.ts',
  'src/platform/server/http/drain.test.ts',
  'src/rates/server/fetch-rate.test.ts',
  'src/app/cli/movements-import.test.ts',
  'e2e/stopping.faults.test.ts',
  'e2e/support/launch.test.ts',
]
const VITEST = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--maxWorkers=2']
/** These say what is of today. */
const OF_TODAY = ['panel-home', 'panel-sell', 'report-again'].map((name) => `e2e/${name}.test.ts`)
/** Milliseconds from the start of those until midnight: it finds them in the middle. */
const UNTIL_MIDNIGHT = 40_000

interface Environment {
  name: string
  /** Null takes a variable away. */
  env?: Record<string, string | null>
  cwd?: () => string
  /** Words before the command. */
  through?: string[]
  files?: string[]
  root?: true
}

const place = mkdtempSync('/tmp/environments-')
// Other users walk through it.
chmodSync(place, 0o755)
const folder = (name: string) => {
  mkdirSync(join(place, name), { recursive: true })
  return join(place, name)
}
const shell = (line: string) => ['sh', '-c', `${line} && exec "$@"`, 'sh']
/** With mounts of its own, which go with it. */
const mounted = (line: string) => ['unshare', '-m', ...shell(`mount --make-rprivate / && ${line}`)]

/**
 * The files of the project as they are, in a folder that goes when the process ends, with the packages of this one; tools write their
 * caches beside those.
 * @param name how that folder's begins.
 */
function copy(name: string, owner?: string): string {
  const there = mkdtempSync(join(tmpdir(), name))
  process.once('exit', () => rmSync(there, { recursive: true, force: true }))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  for (const file of listed.split('\n').filter((each) => each !== '')) cpSync(join(ROOT, file), join(there, file))
  mkdirSync(join(there, 'node_modules'))
  for (const one of readdirSync(join(ROOT, 'node_modules')))
    if (!/^\.(cache|vite)/.test(one)) symlinkSync(join(ROOT, 'node_modules', one), join(there, 'node_modules', one))
  if (owner !== undefined) execFileSync('chown', ['-R', owner, there])
  return there
}

const NOBODY = ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups']
const ENVIRONMENTS: Environment[] = [
  {
    name: 'another user',
    root: true,
    through: NOBODY,
    env: { HOME: '/tmp' },
    cwd: () => copy('tombola-user-', 'nobody'),
  },
  { name: 'zone of Caracas', env: { TZ: 'America/Caracas' } },
  { name: 'zone of Kolkata', env: { TZ: 'Asia/Kolkata' } },
  { name: 'no zone', env: { TZ: null } },
  { name: 'LANG=C', env: { LANG: 'C', LC_ALL: 'C' } },
  { name: 'a path with spaces and ñ', cwd: () => copy('una carpeta con ñ ') },
  { name: 'umask 077', through: shell('umask 077') },
  {
    name: 'a small TMPDIR',
    root: true,
    env: { TMPDIR: folder('small') },
    through: mounted(`mount -t tmpfs -o size=400m,mode=1777 small ${folder('small')}`),
  },
  { name: 'a private TMPDIR', env: { TMPDIR: folder('private') }, through: shell(`chmod 700 ${folder('private')}`) },
  { name: 'a long TMPDIR', env: { TMPDIR: folder(`long/${'carpeta-'.repeat(20)}`) } },
  { name: 'no PostgreSQL', root: true, through: mounted('mount -t tmpfs none /usr/lib/postgresql') },
  { name: 'no Chromium', env: { CHROMIUM: '' } },
  {
    name: 'over midnight',
    files: OF_TODAY,
    get env() {
      const tomorrow = startOfDay(addDays(dayInCaracas(systemClock.now()), 1))
      return { NODE_OPTIONS: OTHER_DAYS, DAYS_AHEAD: String(tomorrow - systemClock.now() - UNTIL_MIDNIGHT) }
    },
  },
  { name: 'ulimit -n 256', through: shell('ulimit -n 256') },
]

async function run({ env = {}, cwd = () => ROOT, through = [], files = FILES }: Environment) {
  const { TEST_ENGINE: _, CI_REQUIRE_ALL: __, ...own } = process.env
  const all = Object.entries({ ...own, ...env }).filter(([, value]) => value !== null) as [string, string][]
  const [program = '', ...args] = [...through, ...VITEST, ...files]
  const child = spawn(program, args, { cwd: cwd(), env: Object.fromEntries(all), stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const code = await new Promise<number | null>((resolve) =>
    child.once('close', resolve).once('error', () => resolve(null)),
  )
  return { passed: code === 0, output }
}

const asked = process.argv.slice(2)
const chosen = ENVIRONMENTS.filter(({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)))
// Any program may hold it: a server of ours that wants it would fail. Where another has it, the test goes on.
const taken = createServer()
  .on('error', () => {})
  .listen(5432, '127.0.0.1')
  .unref()
let failed = chosen.length === 0
for (const environment of chosen) {
  if (environment.root && process.getuid?.() !== 0) {
    console.log(`left out  ${environment.name}: needs root`)
    continue
  }
  const since = performance.now()
  const { passed, output } = await run(environment)
  const counts = output.match(/^(MISSING|tests:) .*$/gm)?.join('; ') ?? 'no tests were run'
  const seconds = Math.round((performance.now() - since) / 1000)
  console.log(
    `${passed ? 'ok      ' : 'FAILED  '}  ${environment.name.padEnd(26)} ${counts} (${seconds} s, port 5432 taken)`,
  )
  if (!passed) console.log(output.trimEnd().split('\n').slice(-40).join('\n').replace(/^/gm, '          '))
  failed ||= !passed
}
taken.close()
removeFolder(place)
process.exitCode = failed ? 1 : 0
