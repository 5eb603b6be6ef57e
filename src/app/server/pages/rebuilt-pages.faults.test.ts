import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { changePage, inPlace, ownInstallation, stampOf } from '../testing/own-installation.ts'

ownInstallation()

test('pages of a build that broke off are built again, and those of the build before stay for visitors who look at them', async () => {
  const old = Object.keys(stampOf('pages').made).filter((path) => path.startsWith('client/assets/'))
  const long = new Date(Date.now() - 30 * 86_400_000)
  writeFileSync(inPlace('dist/client/assets/nobody.js'), '')
  for (const path of [...old, 'client/assets/nobody.js']) utimesSync(inPlace(`dist/${path}`), long, long)
  const build = () =>
    execFileSync(process.execPath, ['src/app/server/build-now.ts'], { cwd: inPlace('.'), stdio: 'ignore' })
  changePage()
  // The build ends half-way: an incomplete previous build does not count, even if the sources come back.
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
