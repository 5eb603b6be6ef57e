import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type DiskFiles, type Files, openDiskFiles, putWhole } from '../files.ts'
import { type Randomness, systemRandom } from '../random.ts'
import { FileLog } from './file-log.ts'

/** Folder of the segments inside that of the files. */
const LOG_FOLDER = 'registro'

/** Files of which those that come together share one flush, and become files of their own later. */
export interface LoggedFiles extends Files {
  /** Makes files of their own of those that share one, as far as nobody waits for the disk. @param ended when to leave the rest. */
  unpack(ended?: AbortSignal): Promise<void>
  /** Ids of those that share one with others now. */
  packed(): AsyncIterable<string>
}

/** Files on disk of which small ones that come whole go through a log. Processes may share the folder. */
export async function openLoggedFiles(folder: string, random: Randomness = systemRandom): Promise<LoggedFiles> {
  const disk: DiskFiles = await openDiskFiles(folder)
  const log = new FileLog(join(folder, LOG_FOLDER), disk, random)
  const { segments } = log

  /** From its own file or from a segment; it may leave the one for the other between two looks, once. */
  async function look<T>(own: () => Promise<T | null>, logged: (bytes: Buffer) => T, id: string): Promise<T | null> {
    const alone = await own()
    if (alone !== null) return alone
    const place = await segments.find(id)
    const bytes = place && (await segments.read(place.name, place.frame))
    return bytes ? logged(bytes) : own()
  }

  return {
    ...disk,
    receive: async (id, whole) => (whole ? log.incoming(disk.check(id)) : disk.receive(id)),
    put: async (id, bytes) => putWhole(log.incoming(disk.check(id)), bytes),
    open: (id) =>
      look(
        () => disk.open(id),
        (bytes) => ({ stream: Readable.from([bytes]), size: bytes.length }),
        id,
      ),
    read: (id) =>
      look(
        () => disk.read(id),
        (bytes) => bytes,
        id,
      ),
    has: async (id) =>
      (await look(
        async () => (await disk.has(id)) || null,
        () => true,
        id,
      )) !== null,
    async remove(id) {
      const [place] = await Promise.allSettled([segments.find(disk.check(id))])
      // First there: whoever makes a file of it looks once more after it has.
      if (place.status === 'fulfilled' && place.value) await segments.bury(place.value.name, place.value.frame)
      await disk.remove(id)
      // It may be in the one that cannot be read.
      if (place.status === 'rejected') throw place.reason
    },
    async *olderThan(instant) {
      // First there: what becomes a file of its own meanwhile is found as one.
      const logged = new Set(await segments.olderThan(instant))
      yield* logged
      for await (const id of disk.olderThan(instant)) if (!logged.has(id)) yield id
    },
    async setAside(id, at) {
      const place = await segments.find(disk.check(id))
      if (place) await log.unpackOne(place.name, place.frame)
      await disk.setAside(id, at)
      // Last: whoever makes a file of it at the same time takes away what is not needed any more.
      if (place) await segments.bury(place.name, place.frame)
    },
    unpack: (ended) => log.unpack(ended),
    async *packed() {
      yield* await segments.olderThan(Number.POSITIVE_INFINITY)
    },
  }
}
