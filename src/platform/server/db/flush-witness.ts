import { closeSync, ftruncateSync, openSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds out a file system that says "flushed" and forgets. ext4 that meets an error gives up its journal, and for some milliseconds
 * around that answers a flush with success although the file's growth was never kept (Linux 6.18: the last commit of one run in
 * seven was gone after the repair, `npm run kill -- read-only`). What needs no room of its own needs no journal and stays. So after a
 * commit for which the files took room, something else is asked that only a journal at work can do: a file's length is changed.
 */
export class FlushWitness {
  readonly #folder: string
  readonly #files: readonly string[]
  #witness: number | null = null
  /** What they take on the disk, as far as it is known to be kept. */
  #kept = 0
  #length = 0
  /** Times that a commit was done and not believed. */
  doubts = 0
  #doubted = false

  /** @param files those whose flush is to be believed; all on the file system of the folder. */
  constructor(folder: string, files: readonly string[]) {
    this.#folder = folder
    this.#files = files
  }

  /**
   * Call before a transaction begins: the next one could write over what was not kept elsewhere.
   * @throws what the file system says while a flush is in doubt.
   */
  beforeWriting(): void {
    if (this.#doubted) this.afterCommit()
  }

  /**
   * Call once the database has committed, before anybody hears of it.
   * @throws what the file system says when it keeps nothing any more (EROFS, EIO, ENOSPC).
   */
  afterCommit(): void {
    const taken = this.#files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.blocks ?? 0), 0)
    if (taken === this.#kept && !this.#doubted) return
    try {
      this.#witness ??= this.#open()
      this.#length = 1 - this.#length
      ftruncateSync(this.#witness, this.#length)
    } catch (error) {
      this.#doubted = true
      this.doubts++
      throw error
    }
    this.#doubted = false
    this.#kept = taken
  }

  close(): void {
    if (this.#witness !== null) closeSync(this.#witness)
    this.#witness = null
  }

  /** A file without a name: it ends with the process. */
  #open(): number {
    const path = join(this.#folder, `.testigo-${process.pid}-${performance.now()}`)
    const witness = openSync(path, 'wx', 0o600)
    unlinkSync(path)
    return witness
  }
}
