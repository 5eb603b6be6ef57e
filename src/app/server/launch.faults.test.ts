import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import {
  builtFile,
  change,
  changePage,
  inPlace,
  omitDevelopment,
  ownInstallation,
  run,
  stampOf,
} from './testing/own-installation.ts'

ownInstallation()

/** The first line of the command line's help, as the user reads it. */
async function help(): Promise<string> {
  const asked = run('tombola', '--help')
  await asked.ended
  return asked.output().split('\n')[0] ?? ''
}

/** Distinguishes the build from its sources. */
const markBuild = () => change(builtFile('/tombola.js'), 'Uso: $', 'BLT: $')

const changeStart = () => change(inPlace('src/app/server/start.ts'), 'Tómbola está lista', 'Tómbola está vista')
test('a copy of an installation runs its own build; files that were cut short do not count', async () => {
  markBuild()
  expect(await help()).toContain('BLT: npm run tombola')
  truncateSync(builtFile('/start.js'), 100)
  expect(await help()).toContain('Uso: npm run tombola')
})

test('a changed source never runs as it was built before, also with its old size and times', async () => {
  markBuild()
  expect(await help()).toContain('BLT: npm')
  change(inPlace('src/app/cli/main.ts'), 'Uso: $', 'Hoy: $')
  expect(await help()).toContain('Hoy: npm')
  // Control: the content of the sources decides.
  change(inPlace('src/app/cli/main.ts'), 'Hoy: $', 'Uso: $')
  expect(await help()).toContain('BLT: npm')
})

test('while names, sizes and times are the same nothing is read; other text with the old size and time is noticed', async () => {
  const ours = (await import(inPlace('src/app/server/build-stamp.ts'))) as typeof import('./build-stamp.ts')
  // A time of whole seconds can be given again exactly.
  utimesSync(inPlace('src/app/cli/main.ts'), 1_000_000_000, 1_000_000_000)
  // Recently written files are always read.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  expect(ours.findFresh('server')?.seen).not.toBe('')
  const stamp = inPlace('dist/server.json')
  writeFileSync(stamp, JSON.stringify({ ...stampOf('server'), hash: 'of nothing' }))
  expect(ours.findFresh('server')?.hash).toBe('of nothing')
  change(inPlace('src/app/cli/main.ts'), 'Uso: $', 'Hoy: $')
  expect(ours.findFresh('server')).toBeNull()
})

test('two that start together after a change build once, and both run it', async () => {
  changeStart()
  const before = readdirSync(inPlace('dist/run'))
  const both = [run('start'), run('start')]
  for (const one of both) await one.says('Tómbola está vista')
  expect(readdirSync(inPlace('dist/run')).filter((name) => !before.includes(name))).toHaveLength(1)
  // Files that a server of the previous build still has to load are there.
  for (const name of before) expect(existsSync(inPlace(`dist/run/${name}/start.js`))).toBe(true)
})

test('a build that is killed leaves nothing that runs; the next one builds', async () => {
  changeStart()
  change(inPlace('src/app/cli/main.ts'), 'Uso: $', 'Hoy: $')
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

test('without the packages of development it runs its build; changed sources end in one sentence, not in a stack', async () => {
  omitDevelopment()
  markBuild()
  expect(await help()).toContain('BLT: npm')
  const served = run('start')
  await served.says('Tómbola está lista')
  for (const program of ['start', 'tombola']) {
    changeStart()
    const none = run(program, '--help')
    expect(await none.ended).toBe(78)
    expect(none.output()).toBe(
      'No hay nada construido de este código, y faltan los paquetes que lo construyen. Ejecuta npm ci sin --omit=dev, o instala el paquete de una versión, que viene construido.\n',
    )
    change(inPlace('src/app/server/start.ts'), 'Tómbola está vista', 'Tómbola está lista')
  }
})

test('pages that were built long ago are still there after a build of the server alone', async () => {
  const long = new Date(Date.now() - 30 * 86_400_000)
  for (const name of Object.keys(stampOf('pages').made)) utimesSync(inPlace(`dist/${name}`), long, long)
  changeStart()
  await run('start').says('Tómbola está vista')
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
      expect(await none.ended).toBe(78)
      expect(none.output()).toContain('No hay páginas que servir')
    } finally {
      execFileSync('umount', ['-l', inPlace('dist')])
    }
  },
)
