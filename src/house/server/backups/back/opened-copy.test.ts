import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { inOpenedCopy } from './opened-copy.ts'

const NOWHERE = { dataDir: '/no' }
afterEach(() => vi.unstubAllEnvs())

test('is opened inside of the data folder of an installation, where no memory is; in the temporary one of the environment when that is named', async () => {
  const [dataDir, temporary] = [newFolder(), newFolder()]
  const opened = (config = { dataDir }) => inOpenedCopy(config, 0, async (folder) => dirname(folder))
  vi.stubEnv('TMPDIR', undefined)
  // Nothing is put where nobody works yet: it would not be empty for a restore.
  for (const folder of [dataDir, '/no']) expect(await opened({ dataDir: folder })).toBe('/var/tmp')
  writeFileSync(join(dataDir, 'llave.secreta'), '')
  expect(await opened()).toBe(dataDir)
  expect(readdirSync(dataDir)).toEqual(['llave.secreta'])
  vi.stubEnv('TMPDIR', temporary)
  expect(await opened()).toBe(temporary)
})

test('leftovers of a killed run in the data folder go with the next, wherever that one works', async () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'llave.secreta'), '')
  vi.stubEnv('TMPDIR', undefined)
  const module = JSON.stringify(new URL('opened-copy.ts', import.meta.url).href)
  const script = `const { inOpenedCopy } = await import(${module}); const { writeFileSync } = await import('node:fs')
    await inOpenedCopy({ dataDir: ${JSON.stringify(dataDir)} }, 0, async (folder) => { writeFileSync(folder + '/llave.secreta', 'key'); process.kill(process.pid, 'SIGKILL') })`
  const killed = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' })
  expect(readdirSync(dataDir).filter((name) => name.startsWith('tombola-verifica-'))).toHaveLength(1)
  vi.stubEnv('TMPDIR', newFolder())
  await inOpenedCopy({ dataDir }, 0, async () => {})
  expect(readdirSync(dataDir)).toEqual(['llave.secreta'])
})

test('where there is no room it says so before it begins, and when the disk fills, and blames no copy', async () => {
  const temporary = newFolder()
  vi.stubEnv('TMPDIR', temporary)
  const refused = { code: 'SIN_ESPACIO', details: expect.stringMatching(/hacen falta .* indica con TMPDIR/) }
  await expect(inOpenedCopy(NOWHERE, 2 ** 60, async () => {})).rejects.toMatchObject(refused)
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const filled = inOpenedCopy(NOWHERE, 0, async () => Promise.reject(full))
  await expect(filled).rejects.toMatchObject({ code: 'SIN_ESPACIO', details: expect.stringContaining('se llenó') })
  expect(readdirSync(temporary)).toEqual([])
})

test('leftovers of a killed run go with the next; files in use, or not ours, stay', async () => {
  const [temporary, elsewhere] = [newFolder(), newFolder()]
  vi.stubEnv('TMPDIR', temporary)
  const there = (name: string) => existsSync(join(temporary, name, 'llave.secreta'))
  for (const name of ['tombola-verifica-aaaaaa', 'tombola-verifica-bbbbbb', 'otra-cosa']) {
    mkdirSync(join(temporary, name))
    writeFileSync(join(temporary, name, 'llave.secreta'), '')
  }
  writeFileSync(join(elsewhere, 'llave.secreta'), '')
  symlinkSync(elsewhere, join(temporary, 'tombola-verifica-cccccc'))
  const release = lockFor('verify', join(temporary, 'tombola-verifica-bbbbbb'))
  await inOpenedCopy(NOWHERE, 0, async (folder) => {
    writeFileSync(join(folder, 'llave.secreta'), '')
    expect(there('tombola-verifica-aaaaaa')).toBe(false)
    await inOpenedCopy(NOWHERE, 0, async () => {})
    expect(existsSync(join(folder, 'llave.secreta'))).toBe(true)
  })
  for (const name of ['tombola-verifica-bbbbbb', 'tombola-verifica-cccccc', 'otra-cosa']) expect(there(name)).toBe(true)
  release?.()
})

test('four processes that open and sweep at the same time hinder nobody', async () => {
  const temporary = newFolder()
  const module = JSON.stringify(new URL('opened-copy.ts', import.meta.url).href)
  const script = `const { inOpenedCopy } = await import(${module}); for (let i = 0; i < 60; i++) await inOpenedCopy({ dataDir: '/no' }, 0, async () => {})`
  const env = { ...process.env, TMPDIR: temporary }
  await Promise.all(
    Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env }),
    ),
  )
  expect(readdirSync(temporary)).toEqual([])
})
