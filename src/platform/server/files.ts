import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where files that must not be lost are kept. An id is 22 URL-safe characters, never a name that someone typed. */
export interface Files {
  /** Stores the bytes durably: when it resolves they survive a power cut. */
  put(id: string, bytes: Uint8Array): Promise<void>
  open(id: string): Promise<{ stream: Readable; size: number } | null>
  read(id: string): Promise<Buffer | null>
  remove(id: string): Promise<void>
  /** Ids that were stored before that instant (milliseconds since 1970), unfinished ones too. */
  olderThan(instant: number): AsyncIterable<string>
}

const ID = /^[A-Za-z0-9_-]{22}$/

/**
 * Files on disk: written under a temporary name, flushed, renamed, and the folder flushed. Files that wait together
 * share one flush of the folder.
 */
export async function openDiskFiles(folder: string): Promise<Files> {
  await mkdir(folder, { recursive: true })
  const flushFolder = createFolderFlush(folder)

  function path(id: string): string {
    if (!ID.test(id)) throw new Error('not the id of a file')
    return join(folder, id)
  }

  return {
    async put(id, bytes) {
      const final = path(id)
      const temporary = `${final}.part`
      try {
        const handle = await open(temporary, 'wx')
        try {
          await handle.writeFile(bytes)
          await handle.datasync()
        } finally {
          await handle.close()
        }
        await rename(temporary, final)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await flushFolder()
    },
    async open(id) {
      try {
        const { size } = await stat(path(id))
        return { stream: createReadStream(path(id)), size }
      } catch (error) {
        return absent(error)
      }
    },
    async read(id) {
      try {
        const handle = await open(path(id))
        try {
          return await handle.readFile()
        } finally {
          await handle.close()
        }
      } catch (error) {
        return absent(error)
      }
    },
    async remove(id) {
      await rm(path(id), { force: true })
      await rm(`${path(id)}.part`, { force: true })
    },
    async *olderThan(instant) {
      for (const name of await readdir(folder)) {
        const id = name.replace(/\.part$/, '')
        if (!ID.test(id)) continue
        const found = await stat(join(folder, name)).catch(() => null)
        if (found && found.mtimeMs < instant) yield id
      }
    },
  }
}

function absent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/** Flushes the folder's entries; a flush that has not begun yet serves everyone who asks meanwhile. */
function createFolderFlush(folder: string): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  async function flush(): Promise<void> {
    const handle = await open(folder)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
  return () => {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        running = flush()
        return running
      })
    return next
  }
}
