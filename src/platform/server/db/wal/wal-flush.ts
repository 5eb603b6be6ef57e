import { statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { FlushWitness } from './flush-witness.ts'

/** A part of the log that is written again at once. */
const PIECE = 1 << 20

/**
 * Makes what SQLite has committed durable, beside the event loop: with `synchronous = normal` a commit is in the log and flushed by
 * nobody. One flush serves all who have committed before it begins.
 *
 * A flush that fails is not made good by one that succeeds later: Linux takes pages that it could not write for written. Nothing since the
 * last good flush is certain then, nor what is committed after it, before all of the log has been written again and flushed. Of a log that
 * was there before nobody knows what its process flushed, nor whether that failed: it is in doubt from the beginning.
 */
export class WalFlush {
  readonly #file: string
  readonly #witness: FlushWitness
  #handle: FileHandle | null = null
  /** Commits so far, those that the flush under way covers, and those that are durable. */
  #commits = 0
  #covered = 0
  #durable = 0
  #running: Promise<void> | null = null
  #next: Promise<void> | null = null
  #failure: NonNullable<unknown> | null = null
  /** Whether it is only that the log was there before. */
  #found = false

  /** @param wal the log of `database`, beside it in `folder`. The log carries no locks: it may be opened beside SQLite, the database not. */
  constructor(folder: string, database: string, wal: string) {
    this.#file = wal
    this.#witness = new FlushWitness(folder, [database, wal])
    this.#found = (statSync(wal, { throwIfNoEntry: false })?.size ?? 0) > 0
    if (this.#found) this.#failure = new Error('a log of which nobody knows that it was flushed')
  }

  /** Call after each commit. */
  afterCommit(): void {
    this.#commits++
  }

  /** Whether a flush has failed, perhaps another process's, and nothing is certain before `makeCertain`. */
  get inDoubt(): boolean {
    return this.#failure !== null
  }

  /**
   * Resolves once all that is committed now is durable; null when it is already.
   * @throws what the disk said, while a flush is in doubt.
   */
  durable(): Promise<void> | null {
    if (this.#durable === this.#commits) return null
    if (this.#running && this.#covered === this.#commits) return this.#running
    this.#next ??= (this.#running ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        this.#next = null
        this.#running = this.#flush().finally(() => {
          this.#running = null
        })
        return this.#running
      })
    return this.#next
  }

  /** Call once the database file has been flushed, before its log begins again. @throws what the disk says when it keeps nothing. */
  async believe(): Promise<void> {
    await this.#certainly(() => this.#witness.afterFlush())
  }

  /**
   * Call behind the lock of who writes, before anything is written: what is written next could take the place of what was not kept.
   * @throws what the disk says while it cannot be made certain.
   */
  async makeCertain(): Promise<void> {
    if (this.#failure === null) return
    await this.#certainly(async () => {
      await this.writeAgain()
      // What was found is flushed with what is written behind it: a server would stand still for a command that flushes behind the lock.
      if (!this.#found) await this.#flushFile()
    })
    this.#failure = null
    if (this.#found) this.#commits++
    else this.#durable = this.#commits
    this.#found = false
  }

  /**
   * The same bytes in the same places, so that the system has them to write. What a failed flush left is in its memory still. For
   * `makeCertain`.
   */
  async writeAgain(): Promise<void> {
    const handle = await this.#open()
    const { size } = await handle.stat()
    const piece = Buffer.alloc(Math.min(PIECE, size))
    for (let at = 0; at < size; ) {
      const { bytesRead } = await handle.read(piece, 0, piece.length, at)
      if (bytesRead === 0) break
      let written = 0
      while (written < bytesRead) {
        written += (await handle.write(piece, written, bytesRead - written, at + written)).bytesWritten
      }
      at += bytesRead
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close()
    this.#handle = null
    await this.#witness.close()
  }

  async #flush(): Promise<void> {
    const covered = this.#commits
    this.#covered = covered
    if (this.#failure !== null) throw this.#failure
    await this.#certainly(() => this.#flushFile())
    this.#durable = covered
  }

  async #certainly(deed: () => Promise<void>): Promise<void> {
    try {
      await deed()
    } catch (error) {
      this.#failure = error ?? new Error('a flush failed')
      throw error
    }
  }

  async #flushFile(): Promise<void> {
    const taken = this.#witness.taken()
    const handle = await this.#open()
    await handle.datasync()
    await this.#witness.afterFlush(taken)
  }

  async #open(): Promise<FileHandle> {
    this.#handle ??= await open(this.#file, 'r+')
    return this.#handle
  }
}
