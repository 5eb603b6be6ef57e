import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ensureBuilt } from './build.ts'
import { DIST, ROOT, type Stamp } from './build-stamp.ts'

/** An installation of its own, with the build of this one. */
let place: string
const children: ChildProcess[] = []

beforeEach(async () => {
  await ensureBuilt(['pages', 'server'])
  place = mkdtempSync(join(tmpdir(), 'tombola-launch-'))
  for (const name of ['src', 'package.json', 'package-lock.json', 'vite.config.ts']) {
    cpSync(join(ROOT, name), join(place, name), { recursive: true, filter: (from) => !from.includes('.test.') })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'))
  cpSync(DIST, join(place, 'dist'), { recursive: true, filter: (from) => !from.includes('.new-') })
})

afterEach(() => {
  vi.restoreAllMocks()
  for (const child of children.splice(0)) {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

interface Ran {
  child: ChildProcess
  /** Waits until it has said so. @throws Error with all it said when it ended without. */
  says(text: string): Promise<string>
  ended: Promise<number | null>
  output(): string
}

/** Runs `npm run <program>` in the installation. Its data is its own, its group too. */
function run(program: string, ...args: string[]): Ran {
  const data = mkdtempSync(join(place, 'data-'))
  const child = spawn(process.execPath, ['src/app/run.js', program, ...args], {
    cwd: place,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  children.push(child)
  let output = ''
  let heard = () => {}
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      heard()
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    ended,
    output: () => output,
    async says(text) {
      while (!output.includes(text)) {
        const more = new Promise<void>((resolve) => (heard = resolve))
        if (child.exitCode !== null && !output.includes(text)) throw new Error(output)
        await Promise.race([more, ended])
      }
      return output
    },
  }
}

/** The first line of the command line's help, as who asks reads it. */
async function help(): Promise<string> {
  const asked = run('tombola', '--help')
  await asked.ended
  return asked.output().split('\n')[0] ?? ''
}

const inPlace = (path: string) => join(place, path)
const stampOf = (part: string) => JSON.parse(readFileSync(inPlace(`dist/${part}.json`), 'utf8')) as Stamp
const builtFile = (name: string) =>
  inPlace(`dist/${Object.keys(stampOf('server').made).find((path) => path.endsWith(name))}`)

/** Writes another word of as many letters, with the times that it had. */
function change(file: string, from: string, to: string): void {
  const { atime, mtime } = statSync(file)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replaceAll(from, to))
  utimesSync(file, atime, mtime)
}

/** So that it is told apart from its sources. */
const markBuild = () => change(builtFile('/tombola.js'), 'Uso: npm', 'BLT: npm')

const changeStart = () => change(inPlace('src/app/server/start.ts'), 'Tómbola está lista', 'Tómbola está vista')
const changePage = () =>
  change(inPlace('src/purchases/shop/report/processing-dialog.tsx'), 'Procesando pago...', 'Recibiendo pago...')

test('a copy of an installation runs what was built for it; files that were cut short do not count', async () => {
  markBuild()
  expect(await help()).toContain('BLT: npm run tombola')
  truncateSync(builtFile('/start.js'), 100)
  expect(await help()).toContain('Uso: npm run tombola')
})

test('the thread that copies the log of the database is built beside what starts it', async () => {
  expect(dirname(builtFile('/wal-copier.js'))).toBe(dirname(builtFile('/start.js')))
  const file = inPlace('datos.sqlite')
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal; create table notas (texto text) strict')
  const worker = new Worker(builtFile('/wal-copier.js'), { workerData: file, execArgv: [] })
  worker.postMessage('copy')
  const [told] = await once(worker, 'message')
  await worker.terminate()
  database.close()
  expect(told).toEqual({ log: told.copied, copied: expect.any(Number) })
})

test('a changed source never runs as it was built before, also with its old size and times', async () => {
  markBuild()
  expect(await help()).toContain('BLT: npm')
  change(inPlace('src/app/cli/main.ts'), 'Uso: npm', 'Hoy: npm')
  expect(await help()).toContain('Hoy: npm')
  // Control: it is what the sources hold that tells.
  change(inPlace('src/app/cli/main.ts'), 'Hoy: npm', 'Uso: npm')
  expect(await help()).toContain('BLT: npm')
})

test('while names, sizes and times are the same nothing is read; other text with the size and time of before is noticed', async () => {
  const ours = (await import(inPlace('src/app/server/build-stamp.ts'))) as typeof import('./build-stamp.ts')
  // A time of whole seconds can be given again exactly.
  utimesSync(inPlace('src/app/cli/main.ts'), 1_000_000_000, 1_000_000_000)
  // What was written a moment ago is always read.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  expect(ours.findFresh('server')?.seen).not.toBe('')
  const stamp = inPlace('dist/server.json')
  writeFileSync(stamp, JSON.stringify({ ...stampOf('server'), hash: 'of nothing' }))
  expect(ours.findFresh('server')?.hash).toBe('of nothing')
  change(inPlace('src/app/cli/main.ts'), 'Uso: npm', 'Hoy: npm')
  expect(ours.findFresh('server')).toBeNull()
})

test('two that start together after a change build once, and both run it', async () => {
  changeStart()
  const before = readdirSync(inPlace('dist/run'))
  const both = [run('start'), run('start')]
  for (const one of both) await one.says('Tómbola está vista')
  expect(readdirSync(inPlace('dist/run')).filter((name) => !before.includes(name))).toHaveLength(1)
  // What a server of the build before still has to load is there.
  for (const name of before) expect(existsSync(inPlace(`dist/run/${name}/start.js`))).toBe(true)
})

test('who is killed while he builds leaves nothing that runs; the next one builds', async () => {
  changeStart()
  change(inPlace('src/app/cli/main.ts'), 'Uso: npm', 'Hoy: npm')
  const killed = run('start')
  while (!readdirSync(inPlace('dist')).some((name) => name.startsWith('.new-'))) await sleep(1)
  process.kill(-(killed.child.pid ?? 0), 'SIGKILL')
  await killed.ended
  expect(killed.output()).not.toContain('Tómbola')
  markBuild()
  expect(await help()).toContain('Hoy: npm')
  await run('start').says('Tómbola está vista')
  expect(readdirSync(inPlace('dist')).filter((name) => name.startsWith('.new-'))).toEqual([])
  expect(await help()).toContain('Hoy: npm')
})

test('pages of a build that broke off are built again, and those of the build before stay for who looks at them', async () => {
  const old = Object.keys(stampOf('pages').made).filter((path) => path.startsWith('client/assets/'))
  const long = new Date(Date.now() - 30 * 86_400_000)
  writeFileSync(inPlace('dist/client/assets/nobody.js'), '')
  for (const path of [...old, 'client/assets/nobody.js']) utimesSync(inPlace(`dist/${path}`), long, long)
  const build = () =>
    execFileSync(process.execPath, ['src/app/server/build-now.ts', '--quiet'], { cwd: place, stdio: 'ignore' })
  changePage()
  // It ends half-way: what is no longer all of the build before does not count as that, even if the sources come back.
  rmSync(inPlace('dist/client/panel.html'))
  cpSync(inPlace('dist/server'), inPlace('dist/client/panel.html'), { recursive: true })
  expect(build).toThrow()
  expect(existsSync(inPlace('dist/pages.json'))).toBe(false)
  rmSync(inPlace('dist/client/panel.html'), { recursive: true })
  build()
  expect(old.filter((path) => !existsSync(inPlace(`dist/${path}`)))).toEqual([])
  expect(
    Object.keys(stampOf('pages').made).filter((path) => !old.includes(path) && path.startsWith('client/assets/')),
  ).not.toEqual([])
  expect(existsSync(inPlace('dist/client/assets/nobody.js'))).toBe(false)
})

/** Only root mounts. */
test.skipIf(process.getuid?.() !== 0)(
  'an installation that is only to be read runs its build, and says what it lacks',
  async (context) => {
    try {
      execFileSync('mount', ['--bind', inPlace('dist'), inPlace('dist')], { stdio: 'ignore' })
      execFileSync('mount', ['-o', 'remount,ro,bind', inPlace('dist')], { stdio: 'ignore' })
    } catch {
      context.skip()
    }
    try {
      await run('start').says('Tómbola está lista')
      changeStart()
      const slow = run('start')
      expect(await slow.says('Tómbola está vista')).toContain('arranca desde su código')
      changePage()
      const none = run('start')
      expect(await none.ended).toBe(1)
      expect(none.output()).toContain('No hay páginas que servir')
    } finally {
      execFileSync('umount', ['-l', inPlace('dist')])
    }
  },
)
