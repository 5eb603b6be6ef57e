import { closeSync, fdatasync, ftruncateSync, openSync, readSync, statSync, write, writev } from 'node:fs'
import { promisify } from 'node:util'
import { shared } from '../shared-work.ts'
import { type Frame, grave, HEAD_BYTES, headOf } from './frames.ts'

const call = { write: promisify(write), fdatasync: promisify(fdatasync) }

/** So long is every segment from its beginning, in bytes; what was not written takes no room. */
export const SEGMENT_BYTES = 16 << 20
/** Files that go out by one call. */
const TOGETHER = 256

interface Waiting {
  parts: Buffer[]
  offset: number
  done(): void
  failed(error: unknown): void
}

/**
 * A file to which this process appends others. Everything that waits goes out by one call, and everything that waits for the disk
 * shares one flush.
 *
 * A flush for which the segment took room is believed once the file system has shown that its journal works (docs/decisions/058). What
 * could not be written or flushed is never tried again here: Linux forgets what it could not write, and the next flush succeeds.
 */
export class Segment {
  readonly path: string
  readonly mark: Buffer
  readonly #fd: number
  #end = 0
  readonly #waiting: Waiting[] = []
  #writing = false
  /** Calls under way. */
  #busy = 0
  /** It takes nothing more. */
  #ended = false
  #closed = false
  #broken: { error: unknown } | null = null
  /** What it takes on the disk, as far as it is known to be kept. */
  #kept = 0
  /** Toggled to see whether the journal works; what was written is below it either way. */
  #length = SEGMENT_BYTES
  /** When something was last asked of it, in milliseconds of the process. */
  used = performance.now()

  /** Makes it, for our eyes only. Its name is durable once its folder was flushed. @throws what the disk says. */
  constructor(path: string, mark: Buffer) {
    this.path = path
    this.mark = mark
    this.#fd = openSync(path, 'wx+', 0o600)
    try {
      ftruncateSync(this.#fd, this.#length)
    } catch (error) {
      closeSync(this.#fd)
      throw error
    }
  }

  /** Whether it takes a file of so many bytes. */
  takes(bytes: number): boolean {
    return !this.#ended && this.#broken === null && this.#end + HEAD_BYTES + bytes <= SEGMENT_BYTES
  }

  /**
   * Writes a file; the bytes are not needed any more when it resolves, and not durable.
   * @returns where it stands.
   */
  async append(id: string, bytes: Uint8Array): Promise<number> {
    const offset = this.#end
    this.#end += HEAD_BYTES + bytes.length
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    await this.#use(
      () =>
        new Promise<void>((done, failed) => {
          this.#waiting.push({ parts: [headOf(this.mark, id, bytes.length), body], offset, done, failed })
          if (!this.#writing) void this.#write()
        }),
    )
    return offset
  }

  /**
   * Makes all that was written durable.
   * @returns false when somebody else has taken the segment, or it is closed: then nothing is known.
   */
  flush(): Promise<boolean> {
    return this.#use(this.#flush)
  }

  readonly #flush = shared(async () => {
    if (this.#broken) throw this.#broken.error
    if (this.#ended) return false
    try {
      // Before the flush: what others write meanwhile takes room that this one does not keep.
      const taken = statSync(this.path, { throwIfNoEntry: false })?.blocks
      await call.fdatasync(this.#fd)
      if (taken !== this.#kept) this.#askJournal(taken ?? 0)
      if (statSync(this.path, { throwIfNoEntry: false })) return true
      this.#ended = true
      return false
    } catch (error) {
      this.#broken = { error }
      throw error
    }
  })

  #askJournal(taken: number): void {
    this.#length = this.#length === SEGMENT_BYTES ? SEGMENT_BYTES + 1 : SEGMENT_BYTES
    ftruncateSync(this.#fd, this.#length)
    this.#kept = taken
  }

  async #write(): Promise<void> {
    this.#writing = true
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, TOGETHER)
      try {
        if (this.#broken) throw this.#broken.error
        await this.#writeAt(
          group.flatMap(({ parts }) => parts),
          group[0]?.offset ?? 0,
        )
        for (const { done } of group) done()
      } catch (error) {
        this.#broken ??= { error }
        for (const { offset, failed } of group) {
          // It may be there all the same, and nobody was told so.
          await call.write(this.#fd, grave.bytes, 0, 1, grave.at({ offset })).catch(() => {})
          failed(error)
        }
      }
    }
    this.#writing = false
  }

  async #writeAt(parts: Buffer[], offset: number): Promise<void> {
    const written = await new Promise<number>((done, failed) =>
      writev(this.#fd, parts, offset, (error, bytes) => (error ? failed(error) : done(bytes))),
    )
    const all = parts.reduce((sum, part) => sum + part.length, 0)
    if (written < all) await this.#writeAt([Buffer.concat(parts).subarray(written)], offset + written)
  }

  async #use<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++
    this.used = performance.now()
    try {
      return await work()
    } finally {
      this.#busy--
      this.used = performance.now()
    }
  }

  /** The bytes of a file that was written here, also when the segment has no name any more; null once it is closed. */
  read({ offset, length }: Frame): Buffer | null {
    if (this.#closed) return null
    const bytes = Buffer.alloc(length)
    readSync(this.#fd, bytes, 0, length, offset + HEAD_BYTES)
    return bytes
  }

  /** Takes nothing more. @returns false while something is under way. */
  close(): boolean {
    if (this.#busy > 0) return false
    this.#ended = true
    this.#closed = true
    closeSync(this.#fd)
    return true
  }
}
