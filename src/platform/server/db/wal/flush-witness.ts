import { statSync } from 'node:fs'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Finds out a file system that says "flushed" and forgets. ext4 that meets an error gives up its journal, and for some milliseconds
 * around that answers a flush with success although the file's growth was never kept (Linux 6.18: the last commit of one run in
 * seven was gone after the repair, `npm run kill -- read-only`). What needs no room of its own needs no journal and stays. So after a
 * flush for which the files had taken room, something else is asked that only a journal at work can do: a file's length is changed.
 */
export class FlushWitness {
  readonly #folder: string
  readonly #files: readonly string[]
  #witness: FileHandle | null = null
  /** What they take on the disk, as far as it is known to be kept. */
  #kept = 0
  #length = 0
  #doubted = false

  /** @param files those whose flush is to be believed; all on the file system of the folder. */
  constructor(folder: string, files: readonly string[]) {
    this.#folder = folder
    this.#files = files
  }

  /** What the files take on the disk now, to be given to `afterFlush`; ask before the flush begins. */
  taken(): number {
    return this.#files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.blocks ?? 0), 0)
  }

  /**
   * Call once a flush has succeeded, before anybody hears of what it made durable; one at a time.
   * @param taken what the files took when it began.
   * @throws what the file system says when it keeps nothing any more (EROFS, EIO, ENOSPC).
   */
  async afterFlush(taken = this.taken()): Promise<void> {
    if (taken === this.#kept && !this.#doubted) return
    this.#doubted = true
    this.#witness ??= await this.#open()
    this.#length = 1 - this.#length
    await this.#witness.truncate(this.#length)
    this.#doubted = false
    this.#kept = taken
  }

  async close(): Promise<void> {
    await this.#witness?.close()
    this.#witness = null
  }

  /** A file without a name: it ends with the process. */
  async #open(): Promise<FileHandle> {
    const path = join(this.#folder, `.testigo-${process.pid}-${performance.now()}`)
    const witness = await open(path, 'wx', 0o600)
    await unlink(path)
    return witness
  }
}
