import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { access, constants, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { makeFolder } from './installation/private-folder.ts'

/** A file that is being received. It is under its id only once `commit` has resolved. */
export interface IncomingFile {
  write(bytes: Uint8Array): Promise<void>
  /** Makes it durable: when it resolves the file survives a power cut. */
  commit(): Promise<void>
  /** Drops the received bytes; never throws. */
  discard(): Promise<void>
}

/** Where files that must not be lost are kept. An id is 22 URL-safe characters, never a name that someone typed. */
export interface Files {
  receive(id: string): Promise<IncomingFile>
  /** Stores the bytes durably: when it resolves they survive a power cut. */
  put(id: string, bytes: Uint8Array): Promise<void>
  open(id: string): Promise<{ stream: Readable; size: number } | null>
  /** @param room buffer for the content if it fits, for callers that read many: garbage of that size costs more than the reading. */
  read(id: string, room?: Buffer): Promise<Buffer | null>
  has(id: string): Promise<boolean>
  remove(id: string): Promise<void>
  /** Ids that were stored before that instant (milliseconds since 1970), unfinished ones too. */
  olderThan(instant: number): AsyncIterable<string>
  /** Takes a file out of use at that instant, without losing it. One that was never finished is removed. */
  setAside(id: string, at: number): Promise<void>
  /** Puts a file that was set aside back into use. */
  bringBack(id: string): Promise<void>
  /** Ids of the files that were set aside before that instant. */
  setAsideBefore(instant: number): AsyncIterable<string>
  /** Removes a file that was set aside, for good. */
  removeSetAside(id: string): Promise<void>
}

const ID = /^[A-Za-z0-9_-]{22}$/
/** Files flushed simultaneously: on a slow disk, the process (run.js) still has threads that read for pages. */
const flushing = pLimit(4)
/** Where files wait that nobody seems to know. */
const ASIDE = 'cuarentena'

/**
 * Files on disk: written under a temporary name, flushed, renamed, and the folder flushed. Files that wait together
 * share one flush of the folder.
 */
export async function openDiskFiles(folder: string): Promise<Files> {
  makeFolder(folder)
  const flush = shared(() => flushFolder(folder))
  const aside = join(folder, ASIDE)

  const path = (id: string) => join(folder, checkId(id))

  async function receive(id: string): Promise<IncomingFile> {
    const final = path(id)
    const temporary = `${final}.part`
    const handle = await open(temporary, 'wx', 0o600)
    let opened = true
    async function close(): Promise<void> {
      if (!opened) return
      opened = false
      await handle.close()
    }
    return {
      write: (bytes) => handle.writeFile(bytes),
      commit: async () => {
        await flushing(() => handle.datasync())
        await close()
        await rename(temporary, final)
        await flush()
      },
      discard: async () => {
        await close().catch(() => {})
        await rm(temporary, { force: true }).catch(() => {})
      },
    }
  }

  return {
    receive,
    async put(id, bytes) {
      const file = await receive(id)
      try {
        await file.write(bytes)
        await file.commit()
      } catch (error) {
        await file.discard()
        throw error
      }
    },
    async open(id) {
      try {
        const { size } = await stat(path(id))
        return { stream: createReadStream(path(id)), size }
      } catch (error) {
        return absent(error)
      }
    },
    async read(id, room = Buffer.alloc(0)) {
      try {
        const handle = await open(path(id))
        try {
          const { size } = await handle.stat()
          const bytes = size <= room.length ? room.subarray(0, size) : Buffer.allocUnsafeSlow(size)
          let read = 0
          for (let more = 1; more > 0; read += more) more = (await handle.read(bytes, read)).bytesRead
          return bytes.subarray(0, read)
        } finally {
          await handle.close()
        }
      } catch (error) {
        return absent(error)
      }
    },
    async has(id) {
      try {
        return (await stat(path(id))).isFile()
      } catch (error) {
        return absent(error) !== null
      }
    },
    async remove(id) {
      await rm(path(id), { force: true })
      await rm(`${path(id)}.part`, { force: true })
    },
    olderThan: (instant) => idsBefore(folder, instant),
    async setAside(id, at) {
      await rm(`${path(id)}.part`, { force: true })
      makeFolder(aside)
      try {
        await rename(path(id), join(aside, id))
        await utimes(join(aside, id), at / 1000, at / 1000)
      } catch (error) {
        absent(error)
      }
    },
    async bringBack(id) {
      await rename(join(aside, checkId(id)), path(id)).catch(absent)
    },
    setAsideBefore: (instant) => idsBefore(aside, instant),
    async removeSetAside(id) {
      await rm(join(aside, checkId(id)), { force: true })
    },
  }
}

/** @returns the id. @throws if it is none: a name of a file is never typed text. */
export function checkId(id: string): string {
  if (!ID.test(id)) throw new Error('not the id of a file')
  return id
}

async function* idsBefore(folder: string, instant: number): AsyncIterable<string> {
  for (const name of (await readdir(folder).catch(absent)) ?? []) {
    const id = name.replace(/\.part$/, '')
    if (!ID.test(id)) continue
    const found = await stat(join(folder, name)).catch(() => null)
    if (found && found.mtimeMs < instant) yield id
  }
}

/** Ignores a missing file. @throws every other error. */
export function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** Whether this user may make files in a folder, and its disk takes any. */
export function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Makes whatever was written to the disk of a folder survive a power cut, in one go (syncfs): file by file takes ten times as long. */
export async function flushDisk(folder: string): Promise<void> {
  await promisify(execFile)('sync', ['-f', folder])
}

/** Makes the names in a folder survive a power cut. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Lets all callers during a run share the next one: a run that has not begun yet serves all of them.
 * @returns a function that requests it; it rejects for all callers of a run that fails.
 */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        const run = work()
        running = run
        return run
      })
    return next
  }
}
