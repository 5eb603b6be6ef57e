import { chmodSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { lockDataFolder } from '../db/instance-lock.ts'
import { openSqlite } from '../db/sqlite.ts'
import { openDiskFiles } from '../files.ts'
import { newFolder } from '../testing/new-folder.ts'
import { closeFolder } from './private-folder.ts'

let mask: number
afterEach(() => void process.umask(mask))

/** A data folder that nobody has made, on a machine where nobody thought of its mask. */
function noFolder(): string {
  mask = process.umask(0)
  return join(newFolder(), 'data')
}

/** Everything in the folder, and itself, that another user may read, write or open. */
function open(path: string): string[] {
  const found = lstatSync(path)
  const inside = found.isDirectory() ? readdirSync(path).flatMap((name) => open(join(path, name))) : []
  return !found.isSymbolicLink() && found.mode & 0o077 ? [path, ...inside] : inside
}

test('a file made in the data folder is for this user alone from its first moment', async () => {
  const folder = noFolder()
  const unlock = lockDataFolder(folder)
  const db = openSqlite(folder)
  const files = await openDiskFiles(join(folder, 'comprobantes'))
  const incoming = await files.receive('a'.repeat(22))
  await incoming.write(Buffer.from('x'))
  expect(open(folder)).toEqual([])
  await incoming.commit()
  await db.write('x', async () => {})
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['tombola.sqlite', 'tombola.sqlite-wal', 'servidor.lock']))
  expect(open(folder)).toEqual([])
  await db.close()
  unlock()
})

test('a folder of an older version is closed at the start, once, and links are left alone', () => {
  const folder = noFolder()
  mkdirSync(join(folder, 'comprobantes'), { recursive: true })
  writeFileSync(join(folder, 'tombola.sqlite'), '')
  writeFileSync(join(folder, 'comprobantes', 'uno'), '')
  const elsewhere = join(folder, '../ajeno')
  writeFileSync(elsewhere, '')
  symlinkSync(elsewhere, join(folder, 'enlace'))
  expect(closeFolder(folder)).toEqual({ closed: 4, left: 0 })
  expect(open(folder)).toEqual([])
  expect(lstatSync(elsewhere).mode & 0o777).toBe(0o666)
  expect(closeFolder(folder)).toEqual({ closed: 0, left: 0 })
  chmodSync(folder, 0o755)
  expect(closeFolder(folder)).toEqual({ closed: 1, left: 0 })
})

test('a file made after the start is closed, however it is made; control: before it is not', async () => {
  const folder = noFolder()
  mkdirSync(folder)
  writeFileSync(join(folder, 'antes'), '')
  expect(open(folder)).toEqual([folder, join(folder, 'antes')])
  closeFolder(folder)
  mkdirSync(join(folder, 'respaldos'))
  writeFileSync(join(folder, 'respaldos', 'destino'), '')
  const files = await openDiskFiles(join(folder, 'comprobantes'))
  const incoming = await files.receive('b'.repeat(22))
  await incoming.write(Buffer.from('x'))
  await incoming.commit()
  await files.setAside('b'.repeat(22), 1000)
  expect(open(folder)).toEqual([])
})

test('a folder that is not there yet is no trouble', () => {
  expect(closeFolder(noFolder())).toEqual({ closed: 0, left: 0 })
})
