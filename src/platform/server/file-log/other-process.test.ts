import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { randomId, systemRandom } from '../random.ts'
import { type LoggedFiles, openLoggedFiles } from './logged-files.ts'

/** What happens before a call of the file system, and what it answers in place of it. */
const disk = vi.hoisted(() => ({
  /** How many of the bytes are written before `rest` has resolved. */
  tears: null as null | { after: number; reached: () => void; rest: Promise<void> },
  listed: async () => {},
  making: async () => {},
  flushing: (_folder: string) => {},
}))
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>()
  type Written = (error: Error | null, bytes?: number) => void
  const writev = (fd: number, parts: Buffer[], at: number, done: Written) => {
    const { tears } = disk
    disk.tears = null
    if (!tears) return real.writev(fd, parts, at, done as never)
    const first = Buffer.concat(parts).subarray(0, tears.after)
    real.write(fd, first, 0, first.length, at, (error, bytes) => {
      tears.reached()
      void tears.rest.then(() => done(error, bytes))
    })
  }
  return { ...real, writev }
})
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>()
  const readdir = async (...rest: Parameters<typeof real.readdir>) => {
    const found = await real.readdir(...rest)
    await disk.listed()
    return found
  }
  const open: typeof real.open = async (path, ...rest) => {
    if (rest[0] === 'wx') await disk.making()
    const handle = await real.open(path, ...rest)
    const sync = handle.sync.bind(handle)
    handle.sync = async () => {
      disk.flushing(String(path))
      await sync()
    }
    return handle
  }
  return { ...real, open, readdir }
})

let folder: string
let files: LoggedFiles
const newId = () => randomId(systemRandom)
const registro = () => join(folder, 'registro')
const another = () => openLoggedFiles(folder)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tombola-log-'))
  files = await another()
})
afterEach(() => {
  disk.tears = null
  disk.listed = async () => {}
  disk.making = async () => {}
  disk.flushing = () => {}
  rmSync(folder, { recursive: true, force: true })
})

test('who reads while others write finds later what he saw a later part of before', async () => {
  const ids = [newId(), newId(), newId()]
  for (const id of ids) await files.put(id, Buffer.from('whole'))
  const [name = ''] = readdirSync(registro())
  const path = join(registro(), name)
  const whole = readFileSync(path)
  const torn = Buffer.from(whole)
  const second = whole.indexOf(ids[1] ?? '')
  torn.fill(0, second - 16, whole.indexOf(ids[2] ?? '') - 16)
  writeFileSync(path, torn)
  const other = await another()
  expect(await Array.fromAsync(other.packed())).toEqual([ids[0], ids[2]])
  writeFileSync(path, whole)
  expect((await Array.fromAsync(other.packed())).sort()).toEqual(ids.toSorted())
  expect(await other.has(ids[1] ?? '')).toBe(true)
})

/** A file of which a part is written until `rest` resolves, by a process that was stopped there for so long that others take it for gone. */
async function tornPut() {
  await files.put(newId(), Buffer.from('the first begins the segment'))
  const [id, bytes] = [newId(), Buffer.alloc(60_000, 'x')]
  const [reached, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  disk.tears = { after: 20_000, reached: reached.resolve, rest: rest.promise }
  const put = files.put(id, bytes)
  await reached.promise
  for (const name of readdirSync(registro())) utimesSync(join(registro(), name), 1_000, 1_000)
  return { id, bytes, put, rest }
}

test('what is taken in the middle of a write is whole once that is acknowledged', async () => {
  const { id, bytes, put, rest } = await tornPut()
  await (await another()).unpack()
  rest.resolve()
  await put
  expect((await files.read(id))?.equals(bytes)).toBe(true)
})

test('what is acknowledged while another process makes a file of half of it is whole', async () => {
  const { id, bytes, put, rest } = await tornPut()
  let making = false
  disk.making = async () => {
    if (making) return
    making = true
    rest.resolve()
    await put
  }
  await (await another()).unpack()
  expect(making).toBe(true)
  expect((await files.read(id))?.equals(bytes)).toBe(true)
})

test('a list of the folder that is older than a segment does not make this process forget what is in it', async () => {
  mkdirSync(registro())
  const [listed, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  disk.listed = () => {
    disk.listed = async () => {}
    listed.resolve()
    return go.promise
  }
  const looking = files.has(newId())
  await listed.promise
  const id = newId()
  await files.put(id, Buffer.from('x'))
  go.resolve()
  expect(await looking).toBe(false)
  expect(await files.has(id)).toBe(true)
})

test('a folder whose name could not be flushed is flushed before anything in it is acknowledged', async () => {
  let flushed = 0
  disk.flushing = (path) => {
    if (path !== folder) return
    if (flushed++ === 0) throw new Error('input/output error')
  }
  await expect(files.put(newId(), Buffer.from('x'))).rejects.toThrow('input/output error')
  await files.put(newId(), Buffer.from('y'))
  expect(flushed).toBe(2)
  await files.put(newId(), Buffer.from('z'))
  expect(flushed).toBe(2)
})
