import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockFor } from '../db/instance-lock.ts'
import { type DiskFiles, flushFolder, type IncomingFile } from '../files.ts'
import { makeFolder } from '../installation/make-folder.ts'
import type { Randomness } from '../random.ts'
import { shared } from '../shared-work.ts'
import { type Frame, framesOf, MARK_BYTES, readFrame } from './frames.ts'
import { Segment } from './segment.ts'
import { eachOf, Segments } from './segments.ts'

/** Larger files gain nothing by being written twice (docs/decisions/067); in bytes. */
export const LARGEST = 128 << 10
/** All segments of a folder together; what comes when they are full becomes a file at once. */
const MOST_SEGMENTS = 8
/** Nobody sends anything when nobody has for so long, in milliseconds. */
const QUIET = 2_000
/** Files that are made before their folder is flushed, and before others get their turn. */
const BATCH = 16
/** Files that are made at the same time while nobody waits for the disk. */
const AT_ONCE = 3
/** While buyers come, what makes files rests so many times as long as it worked. */
const REST = 4

/** Where a file was written that is not durable yet. */
interface Written {
  segment: Segment
  name: string
  frame: Frame
}

/**
 * Takes files that come together by one append and one flush, and makes ordinary files of them when nobody waits (docs/decisions/067).
 */
export class FileLog {
  readonly segments: Segments
  readonly #disk: DiskFiles
  readonly #folder: string
  readonly #random: Randomness
  /** Those to which this process may still write; the last one it does. */
  readonly #open = new Map<string, Segment>()
  /** Those that this process is done with. */
  readonly #done = new Set<string>()
  #current: Segment | null = null
  /** Whether the name of the folder is known to survive a power cut. */
  #folderKept = false
  #used = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, disk: DiskFiles, random: Randomness) {
    this.#folder = folder
    this.#disk = disk
    this.#random = random
    this.segments = new Segments(folder)
  }

  /** A file of which all comes in one write. Its bytes are not needed any more once that has resolved. */
  incoming(id: string): IncomingFile {
    let written: Written | null = null
    let single: IncomingFile | null = null
    /** Also when a file was made of it meanwhile. */
    const drop = async () => {
      if (written === null) return
      await this.segments.bury(written.name, written.frame).catch(() => {})
      await this.#disk.remove(id).catch(() => {})
      written = null
    }
    return {
      write: async (bytes) => {
        if (written || single) throw new Error('a file that comes whole is written once')
        written = await this.#append(id, bytes)
        if (written) return
        single = await this.#disk.receive(id)
        await single.write(bytes)
      },
      commit: async () => {
        if (single) return single.commit()
        if (!written) throw new Error('nothing was written')
        const { segment, name, frame } = written
        try {
          if (await segment.flush()) this.segments.add(name, frame)
          else await this.#keepAlone(written)
        } catch (error) {
          // It may be there all the same, and nobody is told so.
          await drop()
          throw error
        }
        // From now on whoever wants it gone has to remove it.
        written = null
      },
      discard: async () => {
        await single?.discard()
        await drop()
      },
    }
  }

  /** @returns null when there is no room: segments are full, or the file is large. */
  async #append(id: string, bytes: Uint8Array): Promise<Written | null> {
    if (bytes.length > LARGEST) return null
    this.#used = performance.now()
    while (!this.#current?.takes(bytes.length)) if (!(await this.#begin())) return null
    const segment = this.#current
    const offset = await segment.append(id, bytes)
    const frame = { id, offset, length: bytes.length, dead: false }
    return { segment, name: segment.mark.toString('hex'), frame }
  }

  /** Begins a segment, one for all who need it. @returns whether there is room for one. */
  readonly #begin = shared(async () => {
    if (this.#current?.takes(LARGEST)) return true
    makeFolder(this.#folder)
    // Whoever made it may not have come so far.
    if (!this.#folderKept) await flushFolder(join(this.#folder, '..'))
    this.#folderKept = true
    if ((await this.segments.names()).length >= MOST_SEGMENTS) return false
    const mark = this.#random.bytes(MARK_BYTES)
    const name = mark.toString('hex')
    const segment = new Segment(join(this.#folder, name), mark)
    this.segments.own.add(name)
    this.#open.set(name, segment)
    this.#watch()
    await flushFolder(this.#folder)
    this.#current = segment
    return true
  })

  /** The segment was taken while this file was on its way into it: it becomes one of its own. */
  async #keepAlone({ segment, name, frame }: Written): Promise<void> {
    const bytes = segment.read(frame) ?? (await this.segments.read(name, frame))
    // Also over a file that was made of it: it may have been read before all of it was written.
    if (bytes) await this.#disk.put(frame.id, bytes)
    else if (await this.#disk.has(frame.id)) await this.#disk.flush()
    else throw new Error('a segment is gone with what was written to it')
  }

  /** Closes segments that nobody has written to for a while. */
  #watch(): void {
    this.#timer ??= setTimeout(() => {
      for (const [name, segment] of this.#open) {
        if (performance.now() - segment.used < QUIET || !segment.close()) continue
        if (this.#current === segment) this.#current = null
        this.#open.delete(name)
        this.segments.own.delete(name)
        this.#done.add(name)
      }
      this.#timer = undefined
      if (this.#open.size > 0) this.#watch()
    }, QUIET).unref()
  }

  /**
   * Makes ordinary files of what is in segments, those of processes that are gone too. While buyers come it does so only when half of
   * the room is taken, and rests. Ended at any point it loses nothing, and goes on when it is called again.
   * @param ended when to leave the rest.
   */
  async unpack(ended?: AbortSignal): Promise<void> {
    const quiet = () => performance.now() - this.#used > QUIET
    const names = await this.segments.names()
    await this.segments.tidy()
    if (names.length === 0 || (!quiet() && names.length <= MOST_SEGMENTS / 2)) return
    // Of two that make files of one segment the slower would bring back what was removed once the other was done with it.
    const release = lockFor('unpack', this.#folder)
    if (!release) return
    try {
      await eachOf(names, async (name) => {
        if (ended?.aborted || this.#open.has(name) || !(await this.segments.take(name, this.#done.has(name)))) return
        await this.segments.with(name, 'r', (segment) => this.#unpack(segment, Buffer.from(name, 'hex'), quiet, ended))
        if (ended?.aborted) return
        await this.segments.remove(name)
        this.#done.delete(name)
      })
    } finally {
      release()
    }
  }

  async #unpack(segment: FileHandle, mark: Buffer, quiet: () => boolean, ended?: AbortSignal): Promise<void> {
    const batch: Frame[] = []
    const make = async () => {
      const since = performance.now()
      // Those who come meanwhile have the disk's other calls to themselves.
      const worker = async () => {
        for (let frame = batch.pop(); frame; frame = batch.pop()) await this.#makeFile(segment, mark, frame)
      }
      await Promise.all(Array.from({ length: quiet() ? AT_ONCE : 1 }, worker))
      await this.#disk.flush()
      if (!quiet()) await sleep(REST * (performance.now() - since), undefined, { signal: ended }).catch(() => {})
    }
    for await (const frame of framesOf(segment, mark)) {
      if (!frame.dead && !(await this.#disk.has(frame.id))) batch.push(frame)
      if (batch.length < BATCH) continue
      if (ended?.aborted) return
      await make()
    }
    // Also for what an earlier try has named and not flushed.
    await make()
  }

  /** Makes a durable file of one that is in a segment, whoever else does. */
  async unpackOne(name: string, frame: Frame): Promise<void> {
    await this.segments.with(name, 'r', (segment) => this.#makeFile(segment, Buffer.from(name, 'hex'), frame))
    await this.#disk.flush()
  }

  /**
   * The file is flushed and named; its folder is not flushed. One that is removed meanwhile stays removed, and one that another process
   * was still writing is as it is then.
   */
  async #makeFile(segment: FileHandle, mark: Buffer, frame: Frame): Promise<void> {
    let bytes = await readFrame(segment, mark, frame)
    while (bytes) {
      const unnamed = `${frame.id}-${this.#random.bytes(4).toString('hex')}.part`
      await this.#disk.putFrom(join(this.#folder, unnamed), frame.id, bytes)
      const now = await readFrame(segment, mark, frame)
      if (now?.equals(bytes)) return
      if (now === null) await this.#disk.remove(frame.id)
      bytes = now
    }
  }
}
