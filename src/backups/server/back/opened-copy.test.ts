import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
