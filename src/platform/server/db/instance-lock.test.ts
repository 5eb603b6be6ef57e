import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { holdFolder, newFolder } from '../testing/new-folder.ts'
import { FolderInUseError, lockDataFolder } from './instance-lock.ts'

it('refuses a second server with a sentence that names the folder', async () => {
  const folder = newFolder()
  const kill = await holdFolder(folder)
  expect(() => lockDataFolder(folder)).toThrow(FolderInUseError)
  expect(() => lockDataFolder(folder)).toThrow(`Otro servidor ya usa la carpeta ${folder}`)
  await kill()
})

it('is free again the moment its holder is killed', async () => {
  const folder = newFolder()
  const kill = await holdFolder(folder)
  await kill()
  const release = lockDataFolder(folder)
  release()
})

it('is free again after it was released', () => {
  const folder = newFolder()
  lockDataFolder(folder)()
  lockDataFolder(folder)()
})

it('is nobody else where it cannot be had at all', () => {
  const folder = newFolder()
  writeFileSync(join(folder, 'servidor.lock'), 'what a stranger wrote')
  expect(() => lockDataFolder(folder)).toThrow('file is not a database')
})
