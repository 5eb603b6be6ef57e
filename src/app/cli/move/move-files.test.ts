import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '#platform/server/config.ts'
import { FolderInUseError } from '#platform/server/db/instance-lock.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { type S3Server, startS3Server } from '#platform/server/testing/s3-server.ts'
import { inside, seenAlive } from '../../server/testing/copied-shop.ts'
import { audit } from '../audit.ts'
import { UsageError } from '../command.ts'
import { filesToStoreCommand } from './move-files.ts'

/** Renames that must fail, by the end of their new path. */
const broken = vi.hoisted(() => new Set<string>())
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  return {
    ...real,
    async rename(from: string, to: string) {
      if ([...broken].some((end) => to.endsWith(end))) throw new Error('cut short')
      await real.rename(from, to)
    },
  }
})

const IDS = Array.from({ length: 12 }, (_, at) => `comprobante-numero-${String(at).padStart(3, '0')}`)

let s3: S3Server
let here: Config
let there: Config
beforeEach(async () => {
  s3 = await startS3Server()
  here = readConfig({ DATA_DIR: newFolder() })
  there = { ...here, s3: s3.settings }
  await inside(here, async ({ files }) => {
    for (const id of IDS) await files.put(id, Buffer.from(id))
  })
})
afterEach(() => {
  broken.clear()
  return s3.close()
})

const held = (config: Config) =>
  inside(config, async (ctx) => {
    expect(await audit(ctx)).toEqual([])
    return (await Promise.all(IDS.map((id) => ctx.files.read(id)))).map(String)
  })
const folder = () => existsSync(join(here.dataDir, 'comprobantes'))
const toStore = () => filesToStoreCommand.look(there, [], {})
const refuse = (verb: string, after: number) => {
  let left = after
  s3.befalls = (method, key) =>
    method === verb && key.includes('comprobantes/') && left-- <= 0 ? { status: 403, code: 'AccessDenied' } : null
}

test('cut short while they are copied, all is where it was, and the same order ends it', async () => {
  refuse('PUT', 5)
  await expect(toStore()).rejects.toThrow()
  s3.befalls = () => null
  expect(await held(here)).toEqual(IDS)
  await expect(inside(there, audit)).rejects.toThrow(/files to-s3/)
  expect((await toStore()).text).toBe('Hecho: 12 archivos, y todo cuadra. Enciende con las variables S3_….')
  expect([await held(there), folder()]).toEqual([IDS, false])
})

test('cut short once the database says where they are, one place opens, and the same order ends it', async () => {
  broken.add('/imagenes')
  await expect(toStore()).rejects.toThrow('cut short')
  broken.clear()
  expect(await held(there)).toEqual(IDS)
  await expect(inside(here, audit)).rejects.toThrow(/están en S3/)
  await toStore()
  expect([await held(there), folder()]).toEqual([IDS, false])
  const aside = readdirSync(here.dataDir).filter((name) => name.startsWith('archivos-antes-de-s3-'))
  expect(aside.map((name) => readdirSync(join(here.dataDir, name)))).toContainEqual(['comprobantes'])
})

test('a file that arrives damaged leaves all files where they were', async () => {
  s3.befalls = (method, key) => (method === 'GET' && key.endsWith(IDS[3] ?? '') ? 'altered' : null)
  await expect(toStore()).rejects.toThrow()
  s3.befalls = () => null
  expect(await held(here)).toEqual(IDS)
})

test('nothing is moved next to a server that lives, into the bucket of another, or to nowhere', async () => {
  await expect(filesToStoreCommand.look(here, [], {})).rejects.toThrow(UsageError)
  await seenAlive(here, Date.now())
  await expect(toStore()).rejects.toThrow(FolderInUseError)
  expect(s3.seen.filter((line) => line.includes('comprobantes/'))).toEqual([])
  await seenAlive(here, Date.now() - 120_000)
  await toStore()
  const other = readConfig({ DATA_DIR: newFolder() })
  await inside(other, ({ files }) => files.put(IDS[0] ?? '', Buffer.from('otra')))
  await expect(filesToStoreCommand.look({ ...other, s3: s3.settings }, [], {})).rejects.toThrow(/otra instalación/)
  expect(await held(there)).toEqual(IDS)
})
