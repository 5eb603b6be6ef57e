import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkId, type Files, type IncomingFile } from '../files.ts'
import { makeFolder } from '../installation/private-folder.ts'
import { randomId, systemRandom } from '../random.ts'
import type { ObjectStore } from './store.ts'

/**
 * Files as objects of a bucket, for machines that share no folder. Acknowledged files are in the bucket: a machine that is lost takes
 * nothing with it. The time of a file is the bucket's.
 * @param folder prefix of keys, such as `comprobantes`.
 * @param arriving folder of this machine for arriving files, which have no name there and go with their process.
 */
export function openStoreFiles(store: ObjectStore, folder: string, arriving: string): Files {
  const key = (id: string) => `${folder}/${checkId(id)}`
  const aside = (id: string) => `cuarentena/${folder}/${checkId(id)}`

  async function* before(prefix: string, instant: number): AsyncIterable<string> {
    for await (const { key, modified } of store.list(prefix)) if (modified < instant) yield key.slice(prefix.length)
  }

  /** Copies before it removes: a process that ends in between leaves it in both places. */
  async function move(from: string, to: string): Promise<void> {
    if (await store.copy(from, to)) await store.remove(from)
  }

  return {
    receive: async (id) => spooled(store, key(id), await unnamedFile(arriving)),
    put: async (id, bytes) => void (await store.put(key(id), bytes)),
    open: (id) => store.open(key(id)),
    read: (id) => store.read(key(id)),
    has: async (id) => (await store.look(key(id))) !== null,
    remove: (id) => store.remove(key(id)),
    olderThan: (instant) => before(`${folder}/`, instant),
    setAside: (id) => move(key(id), aside(id)),
    bringBack: (id) => move(aside(id), key(id)),
    setAsideBefore: (instant) => before(`cuarentena/${folder}/`, instant),
    removeSetAside: (id) => store.remove(aside(id)),
  }
}

/** Arriving files wait on the disk, so that many slow uploads take no memory. */
function spooled(store: ObjectStore, key: string, handle: FileHandle): IncomingFile {
  const close = () => handle.close().catch(() => {})
  return {
    write: (bytes) => handle.writeFile(bytes),
    commit: async () => {
      await store.put(key, handle.createReadStream({ start: 0, autoClose: false }))
      await close()
    },
    // A useless upload is an object without a row, which the sweeper finds: do not wait for a store that does not answer.
    discard: close,
  }
}

/** A file that is nobody's once its process ends, however it does. */
async function unnamedFile(folder: string): Promise<FileHandle> {
  makeFolder(folder)
  const path = join(folder, randomId(systemRandom))
  const handle = await open(path, 'wx+', 0o600)
  await rm(path)
  return handle
}
