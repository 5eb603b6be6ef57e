import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { absent } from '../files.ts'
import { type Frame, framesOf, grave, HEAD_BYTES, readFrame } from './frames.ts'

/** A segment that somebody has taken to make files of it: nothing more is acknowledged in it. */
const TAKEN = '.tomado'
const NAME = /^([0-9a-f]{32})(\.tomado)?$/
/** Nobody writes to a segment so long, in milliseconds, who still runs: whoever does is told by its name. */
const ABANDONED = 60_000

/** Does it for each, one after the other, whatever becomes of the others. @throws the first that failed, in the end. */
export async function eachOf(names: readonly string[], deed: (name: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  for (const name of names) await deed(name).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

interface Known {
  frames: Map<string, Frame>
  /** Where the next one will begin. */
  read: number
}

/** What is in the segments of a folder, of every process that has one there. */
export class Segments {
  readonly folder: string
  /** Those to which this process writes: what it has not made durable is nobody's yet. */
  readonly own = new Set<string>()
  readonly #known = new Map<string, Known>()

  constructor(folder: string) {
    this.folder = folder
  }

  async names(): Promise<string[]> {
    const found = (await readdir(this.folder).catch(absent)) ?? []
    return [...new Set(found.flatMap((name) => NAME.exec(name)?.[1] ?? []))]
  }

  /** Adds a file of ours, once it is durable. */
  add(name: string, frame: Frame): void {
    this.#of(name).frames.set(frame.id, frame)
  }

  /**
   * Where a file is, asking the disk when it is not known; null when it is in no segment.
   * @throws what the disk says of a segment that cannot be read, unless another one has it.
   */
  async find(id: string): Promise<{ name: string; frame: Frame } | null> {
    const known = this.#lookUp(id)
    if (known) return known
    const [asked] = await Promise.allSettled([this.refresh()])
    const found = this.#lookUp(id)
    if (!found && asked.status === 'rejected') throw asked.reason
    return found
  }

  /** Reads what others have written since. @throws what the disk says of one that cannot be read, when all others have been. */
  async refresh(): Promise<void> {
    const names = await this.names()
    // Ours may be younger than the list.
    for (const name of this.#known.keys()) if (!names.includes(name) && !this.own.has(name)) this.#known.delete(name)
    await eachOf(
      names.filter((name) => !this.own.has(name)),
      async (name) => {
        const known = this.#of(name)
        await this.with(name, 'r', async (segment) => {
          for await (const frame of framesOf(segment, Buffer.from(name, 'hex'), known.read)) {
            if (!frame.dead) known.frames.set(frame.id, frame)
            // Who reads while others write may see a later part before an earlier one: what was skipped is looked at again.
            if (frame.offset === known.read) known.read += HEAD_BYTES + frame.length
          }
        })
      },
    )
  }

  /** Ids of the files in segments to which nothing was written since that instant (milliseconds since 1970). */
  async olderThan(instant: number): Promise<string[]> {
    await this.refresh()
    const old: string[] = []
    for (const [name, { frames }] of this.#known) {
      const written = await this.with(name, 'r', async (segment) => (await segment.stat()).mtimeMs)
      if (written !== null && written < instant) old.push(...frames.keys())
    }
    return old
  }

  /** The bytes of a file; null when it is not there any more. */
  async read(name: string, frame: Frame): Promise<Buffer | null> {
    return this.with(name, 'r', (segment) => readFrame(segment, Buffer.from(name, 'hex'), frame))
  }

  /** A file of a segment is needed no more, whoever makes files of it. */
  async bury(name: string, frame: Frame): Promise<void> {
    await this.with(name, 'r+', (segment) => segment.write(grave.bytes, 0, 1, grave.at(frame)))
    this.#known.get(name)?.frames.delete(frame.id)
  }

  /**
   * Takes a segment out of use: whoever still writes to it is told when it asks where its segment is, before it acknowledges anything.
   * @param ours whether this process has written it and is done.
   * @returns false when it is somebody's, or gone.
   */
  async take(name: string, ours: boolean): Promise<boolean> {
    const written = await this.with(name, 'r', async (segment) => (await segment.stat()).mtimeMs)
    if (written === null || (!ours && Math.abs(Date.now() - written) < ABANDONED)) return false
    await rename(join(this.folder, name), join(this.folder, name + TAKEN)).catch(absent)
    return true
  }

  /** Its files are files now. */
  async remove(name: string): Promise<void> {
    await rm(join(this.folder, name + TAKEN), { force: true })
    this.#known.delete(name)
  }

  /** Removes files that whoever made them did not finish. */
  async tidy(): Promise<void> {
    for (const name of (await readdir(this.folder).catch(absent)) ?? []) {
      const found = name.endsWith('.part') ? await stat(join(this.folder, name)).catch(absent) : null
      if (found && Math.abs(Date.now() - found.mtimeMs) > ABANDONED) await rm(join(this.folder, name), { force: true })
    }
  }

  #lookUp(id: string): { name: string; frame: Frame } | null {
    for (const [name, { frames }] of this.#known) {
      const frame = frames.get(id)
      if (frame) return { name, frame }
    }
    return null
  }

  #of(name: string): Known {
    const known = this.#known.get(name) ?? { frames: new Map(), read: 0 }
    this.#known.set(name, known)
    return known
  }

  /** Opens a segment by either of its names. @returns null when it is gone. */
  async with<T>(name: string, flags: string, work: (segment: FileHandle) => Promise<T>): Promise<T | null> {
    const path = join(this.folder, name)
    // Between the two looks somebody may take it, and between the next two be done with it.
    const segment = (await open(path, flags).catch(absent)) ?? (await open(path + TAKEN, flags).catch(absent))
    if (!segment) return null
    try {
      return await work(segment)
    } finally {
      await segment.close()
    }
  }
}
