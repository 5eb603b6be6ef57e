import {
  cpSync,
  mkdirSync,
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
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { randomId, systemRandom } from '../random.ts'
import { LARGEST } from './file-log.ts'
import { HEAD_BYTES } from './frames.ts'
import { type LoggedFiles, openLoggedFiles } from './logged-files.ts'

/** What the disk is asked for, and what it says to it: an error to throw, or something that happens before. */
const disk = vi.hoisted(() => ({
  asked: [] as string[],
  says: (_call: string) => undefined as unknown,
  /** What has to happen before a file gets its name. */
  naming: async (_to: string) => {},
}))
const ask = vi.hoisted(() => (call: string) => {
  const error = disk.says(call)
  if (error) throw error
  disk.asked.push(call)
})
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>()
  const heard =
    (name: 'writev' | 'fdatasync') =>
    (...rest: unknown[]) => {
      try {
        ask(name)
        Reflect.apply(real[name], real, rest)
      } catch (error) {
        ;(rest.at(-1) as (error: unknown) => void)(error)
      }
    }
  const ftruncateSync: typeof real.ftruncateSync = (fd, length) => {
    ask('ftruncate')
    real.ftruncateSync(fd, length)
  }
  return { ...real, ftruncateSync, writev: heard('writev'), fdatasync: heard('fdatasync') }
})
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>()
  const open: typeof real.open = async (path, ...rest) => {
    if (rest[0] === 'wx') ask('open')
    const handle = await real.open(path, ...rest)
    for (const name of ['sync', 'datasync'] as const) {
      const flush = handle[name].bind(handle)
      handle[name] = async () => {
        ask(name)
        await flush()
      }
    }
    return handle
  }
  return {
    ...real,
    open,
    rename: async (from: string, to: string) => {
      ask('rename')
      await disk.naming(to)
      await real.rename(from, to)
    },
    rm: async (path: string, options: object) => {
      ask('rm')
      await real.rm(path, options)
    },
  }
})

let folder: string
let files: LoggedFiles
const newId = () => randomId(systemRandom)
const registro = () => join(folder, 'registro')
const segments = () => readdirSync(registro()).filter((name) => !/\.(part|lock)/.test(name))
const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
/** Another process on the same folder. */
const another = () => openLoggedFiles(folder)

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  folder = mkdtempSync(join(tmpdir(), 'tombola-log-'))
  files = await openLoggedFiles(folder)
  disk.asked.length = 0
})
afterEach(() => {
  disk.says = () => undefined
  disk.naming = async () => {}
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

/** Puts so many at once. @returns what is in each, by id. */
async function putMany(count: number, into: LoggedFiles = files): Promise<Map<string, string>> {
  const put = new Map(Array.from({ length: count }, (_, at) => [newId(), `comprobante ${at}`]))
  await Promise.all([...put].map(([id, text]) => into.put(id, Buffer.from(text))))
  return put
}

async function read(ids: Iterable<string>, from: LoggedFiles = files): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const id of ids) {
    const bytes = await from.read(id)
    if (bytes) found.set(id, bytes.toString())
  }
  return found
}

/** Nobody has written for a while. */
async function becomeQuiet(): Promise<void> {
  await vi.advanceTimersByTimeAsync(5_000)
}

/** So long ago that whoever wrote the segments is gone. */
function abandon(): void {
  for (const name of readdirSync(registro())) utimesSync(join(registro(), name), 1_000, 1_000)
}

const ordinary = () => readdirSync(folder).filter((name) => name !== 'registro')

it('takes those that come together by one flush, for our eyes only, and gives them back', async () => {
  await files.put(newId(), Buffer.from('the first begins the segment'))
  disk.asked.length = 0
  const put = await putMany(64)
  // The first did not wait for the others.
  expect(disk.asked.filter((call) => call === 'fdatasync').length).toBeLessThan(4)
  expect(ordinary()).toEqual([])
  expect(await read(put.keys())).toEqual(put)
  const [name = ''] = segments()
  expect([statSync(registro()).mode & 0o777, statSync(join(registro(), name)).mode & 0o777]).toEqual([0o700, 0o600])
})

it('shows nothing before it is durable, nothing that was discarded, and keeps what is discarded after that', async () => {
  const [first, second] = [newId(), newId()]
  const [kept, dropped] = [await files.receive(first, true), await files.receive(second, true)]
  for (const file of [kept, dropped]) await file.write(Buffer.from('x'))
  expect(await read([first, second])).toEqual(new Map())
  await dropped.discard()
  await kept.commit()
  await kept.discard()
  await becomeQuiet()
  await files.unpack()
  expect(ordinary()).toEqual([first])
})

it('tells another process of it, that which reads it and that which removes it', async () => {
  const other = await another()
  const put = await putMany(3)
  expect(await read(put.keys(), other)).toEqual(put)
  const [removed = '', ...left] = put.keys()
  await other.remove(removed)
  expect([...(await read(put.keys())).keys()]).toEqual(left)
  const more = await putMany(2)
  expect(await Array.fromAsync(other.olderThan(Number.POSITIVE_INFINITY))).toEqual([...left, ...more.keys()])
  await becomeQuiet()
  await files.unpack()
  expect([...(await read(put.keys(), other)).keys()]).toEqual(left)
  expect(await other.has(removed)).toBe(false)
})

it('makes ordinary files when nobody writes, flushed before the segment goes', async () => {
  const put = await putMany(40)
  await files.unpack()
  expect(segments()).toHaveLength(1)
  await becomeQuiet()
  disk.asked.length = 0
  await files.unpack()
  expect(ordinary().sort()).toEqual([...put.keys()].sort())
  expect(segments()).toEqual([])
  expect(await read(put.keys())).toEqual(put)
  expect(disk.asked.lastIndexOf('sync')).toBeGreaterThan(disk.asked.lastIndexOf('rename'))
  expect(disk.asked.lastIndexOf('rm')).toBeGreaterThan(disk.asked.lastIndexOf('sync'))
})

it('stops when it is told to, and goes on another time', async () => {
  const put = await putMany(40)
  await becomeQuiet()
  const stopping = new AbortController()
  const unpacking = files.unpack(stopping.signal)
  stopping.abort()
  await unpacking
  expect(ordinary().length).toBeLessThan(40)
  expect(segments()).toHaveLength(1)
  expect(await read(put.keys())).toEqual(put)
  await files.unpack()
  expect(ordinary().sort()).toEqual([...put.keys()].sort())
  expect(segments()).toEqual([])
})

it('goes on with the others where one cannot be read, and says so', async () => {
  const put = await putMany(3)
  const [removed = '', ...left] = put.keys()
  const name = join(registro(), 'ab'.repeat(16))
  symlinkSync(name, name)
  const other = await another()
  expect([...(await read(put.keys(), other)).keys()]).toEqual([...put.keys()])
  await other.remove(removed)
  await expect(other.has(newId())).rejects.toThrow('ELOOP')
  await expect(Array.fromAsync(other.packed())).rejects.toThrow('ELOOP')
  await becomeQuiet()
  await expect(files.unpack()).rejects.toThrow('ELOOP')
  expect(ordinary().sort()).toEqual(left.sort())
})

it('leaves the segments of who may still write alone', async () => {
  await putMany(1)
  await (await another()).unpack()
  expect(ordinary()).toEqual([])
})

it('loses nothing that somebody takes while it is written', async () => {
  const put = await putMany(3)
  const late = newId()
  const file = await files.receive(late, true)
  await file.write(Buffer.from('late'))
  abandon()
  const unpacked = (await another()).unpack()
  await Promise.all([file.commit(), unpacked])
  const after = await putMany(1)
  const all = new Map([...put, [late, 'late'], ...after])
  expect(await read(all.keys())).toEqual(all)
})

test('whatever was cut off at the end, what came before is there', async () => {
  const put = await putMany(2)
  const last = newId()
  await files.put(last, Buffer.from('y'.repeat(60)))
  const [name = ''] = segments()
  const whole = readFileSync(join(registro(), name))
  const end = whole.lastIndexOf('y') + 1
  for (let cut = end - 60 - HEAD_BYTES; cut <= end; cut++) {
    const copy = join(folder, `copia-${cut}`)
    mkdirSync(join(copy, 'registro'), { recursive: true })
    writeFileSync(join(copy, 'registro', name), whole.subarray(0, cut))
    const left = await openLoggedFiles(copy)
    expect(await read(put.keys(), left), `cut at ${cut}`).toEqual(put)
    expect(await left.has(last), `cut at ${cut}`).toBe(cut === end)
    expect((await Array.fromAsync(left.packed())).includes(last), `cut at ${cut}`).toBe(cut === end)
    // The head as it was found, and nothing behind it.
    truncateSync(join(copy, 'registro', name), whole.length)
    expect(await read(put.keys(), await openLoggedFiles(copy)), `zeros from ${cut}`).toEqual(put)
  }
})

test('a damaged head hides its own file and no other, and damaged bytes are given as they are', async () => {
  const put = await putMany(5)
  const ids = [...put.keys()]
  const [name = ''] = segments()
  const bytes = readFileSync(join(registro(), name))
  const flip = (at: number) => bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at)
  flip(bytes.indexOf(ids[1] ?? ''))
  flip(bytes.indexOf(put.get(ids[3] ?? '') ?? ''))
  writeFileSync(join(registro(), name), bytes)
  const found = await read(ids, await another())
  expect([...found.keys()]).toEqual([ids[0], ids[2], ids[3], ids[4]])
  expect(found.get(ids[3] ?? '')).toBe('bomprobante 3')
})

describe('a disk that fails', () => {
  test('while it is written: whoever waits is told, nothing of it is there later, and the next begins anew', async () => {
    const before = await putMany(1)
    disk.says = (call) => (call === 'writev' ? full() : undefined)
    const lost = newId()
    await expect(files.put(lost, Buffer.from('lost'))).rejects.toMatchObject({ code: 'ENOSPC' })
    disk.says = () => undefined
    const after = await putMany(1)
    expect(segments()).toHaveLength(2)
    await becomeQuiet()
    await files.unpack()
    expect(ordinary().sort()).toEqual([...before.keys(), ...after.keys()].sort())
  })

  test.each(['fdatasync', 'ftruncate'])('%s: all who wait are told, and no later flush is believed', async (broken) => {
    const before = await putMany(1)
    const ids = Array.from({ length: 8 }, newId)
    const large = Buffer.alloc(10_000)
    disk.says = (call) =>
      call === broken && disk.asked.includes('writev') ? new Error('input/output error') : undefined
    disk.asked.length = 0
    const told = await Promise.allSettled(ids.map((id) => files.put(id, large)))
    for (const one of told) expect(String(one.status === 'rejected' && one.reason)).toBe('Error: input/output error')
    disk.says = () => undefined
    const after = await putMany(1)
    expect(segments()).toHaveLength(2)
    expect(await read(ids)).toEqual(new Map())
    await becomeQuiet()
    await files.unpack()
    expect(ordinary().sort()).toEqual([...before.keys(), ...after.keys()].sort())
  })

  test('asks the journal after every flush that took room, and not where it took none', async () => {
    await putMany(1)
    disk.asked.length = 0
    await files.put(newId(), Buffer.alloc(100_000))
    expect(disk.asked).toEqual(['writev', 'fdatasync', 'ftruncate'])
    const small = async () => {
      disk.asked.length = 0
      await files.put(newId(), Buffer.from('x'))
      return disk.asked.join()
    }
    // A page has room for many of those.
    expect([await small(), await small(), await small()]).toContain('writev,fdatasync')
  })
})

test('killed at any step of making files of them, it loses nothing, and what was removed stays so', async () => {
  const put = await putMany(3)
  const removed = newId()
  await files.put(removed, Buffer.from('removed'))
  await files.remove(removed)
  await becomeQuiet()
  abandon()
  const start = join(folder, '..', `${newId()}-start`)
  cpSync(folder, start, { recursive: true, preserveTimestamps: true })
  try {
    for (let step = 1; ; step++) {
      rmSync(folder, { recursive: true })
      cpSync(start, folder, { recursive: true, preserveTimestamps: true })
      let steps = 0
      disk.says = () => (++steps >= step ? new Error('killed') : undefined)
      const killed = await (await another()).unpack().then(
        () => false,
        () => true,
      )
      disk.says = () => undefined
      const next = await another()
      expect(await read([...put.keys(), removed], next), `step ${step}`).toEqual(put)
      abandon()
      await next.unpack()
      expect(
        ordinary().filter((name) => put.has(name)),
        `step ${step}`,
      ).toHaveLength(3)
      expect(await read([...put.keys(), removed], await another()), `step ${step}`).toEqual(put)
      expect(segments(), `step ${step}`).toEqual([])
      if (!killed) {
        expect(step).toBeGreaterThan(8)
        return
      }
    }
  } finally {
    rmSync(start, { recursive: true, force: true })
  }
})

test('what is removed while a file is made of it stays removed', async () => {
  const id = newId()
  await files.put(id, Buffer.from('x'))
  await becomeQuiet()
  // The segment gets another name first.
  disk.naming = async (to) => {
    if (to.endsWith(id)) await files.remove(id)
  }
  await files.unpack()
  expect(await files.has(id)).toBe(false)
  expect(ordinary()).toEqual([])
})

test('what is removed while two processes make files of what a third left stays removed', async () => {
  const put = await putMany(3)
  const [removed = ''] = put.keys()
  abandon()
  const [slow, quick] = [await another(), await another()]
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  disk.naming = async (to) => {
    if (!to.endsWith(removed)) return
    disk.naming = async () => {}
    held.resolve()
    await go.promise
  }
  const slowly = slow.unpack()
  await held.promise
  await quick.unpack()
  await quick.remove(removed)
  go.resolve()
  await slowly
  put.delete(removed)
  expect(await read([removed, ...put.keys()])).toEqual(put)
  // Who is done lets others go on.
  const more = await putMany(2)
  abandon()
  await quick.unpack()
  expect(ordinary().sort()).toEqual([...put.keys(), ...more.keys()].sort())
})

test('what nobody knows is set aside and brought back as if it were a file of its own', async () => {
  const put = await putMany(2)
  const [aside = '', other = ''] = put.keys()
  expect(await Array.fromAsync(files.olderThan(Date.now() - 60_000))).toEqual([])
  abandon()
  expect(await Array.fromAsync(files.olderThan(Date.now() - 60_000))).toEqual([aside, other])
  await files.setAside(aside, Date.now())
  expect([await files.has(aside), await Array.fromAsync(files.setAsideBefore(Number.POSITIVE_INFINITY))]).toEqual([
    false,
    [aside],
  ])
  await becomeQuiet()
  await files.unpack()
  expect(await files.has(aside)).toBe(false)
  await files.bringBack(aside)
  expect(await read(put.keys())).toEqual(put)
})

test('what is set aside while a file is made of it is set aside, and not gone', async () => {
  const id = newId()
  await files.put(id, Buffer.from('x'))
  await becomeQuiet()
  const other = await another()
  const [reached, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let aside: Promise<void> | undefined
  disk.naming = async (to) => {
    if (to.includes('cuarentena')) {
      reached.resolve()
      return made.promise
    }
    if (aside !== undefined || !to.endsWith(id)) return
    // It is about to get its name from one when the other begins, which waits at its end for the first.
    aside = other.setAside(id, Date.now())
    await reached.promise
  }
  await files.unpack()
  made.resolve()
  await aside
  expect([await files.has(id), await Array.fromAsync(files.setAsideBefore(Number.POSITIVE_INFINITY))]).toEqual([
    false,
    [id],
  ])
})

test('large files, those that come in pieces and those for which there is no room are files of their own at once', async () => {
  const [large, pieces, late] = [newId(), newId(), newId()]
  await files.put(large, Buffer.alloc(LARGEST + 1))
  const file = await files.receive(pieces)
  for (const piece of ['a', 'b']) await file.write(Buffer.from(piece))
  await file.commit()
  mkdirSync(registro())
  for (let one = 0; one < 8; one++) writeFileSync(join(registro(), systemRandom.bytes(16).toString('hex')), '')
  await files.put(late, Buffer.from('late'))
  expect(ordinary().sort()).toEqual([large, pieces, late].sort())
})
