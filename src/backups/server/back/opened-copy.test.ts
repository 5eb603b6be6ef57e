import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { newFolder } from '#app/server/testing/copied-shop.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { inOpenedCopy } from './opened-copy.ts'

test('what a killed run left goes with the next; what is in use, or not ours, stays', async () => {
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
  await inOpenedCopy(async (folder) => {
    writeFileSync(join(folder, 'llave.secreta'), '')
    expect(there('tombola-verifica-aaaaaa')).toBe(false)
    await inOpenedCopy(async () => {})
    expect(existsSync(join(folder, 'llave.secreta'))).toBe(true)
  })
  for (const name of ['tombola-verifica-bbbbbb', 'tombola-verifica-cccccc', 'otra-cosa']) expect(there(name)).toBe(true)
  release?.()
  vi.unstubAllEnvs()
})

test('four processes that open and sweep at the same time hinder nobody', async () => {
  const temporary = newFolder()
  const module = JSON.stringify(new URL('opened-copy.ts', import.meta.url).href)
  const script = `const { inOpenedCopy } = await import(${module}); for (let i = 0; i < 60; i++) await inOpenedCopy(async () => {})`
  const env = { ...process.env, TMPDIR: temporary }
  await Promise.all(
    Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env }),
    ),
  )
  expect(readdirSync(temporary)).toEqual([])
})
