import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Ask, Copied, Told } from './wal-copier.ts'
import type { WalFlush } from './wal-flush.ts'

/** Frames of about 4 KB by which the log grows before it is copied and begun anew. */
const GROWTH = 8_000

/**
 * Sees to it that the log is copied into the database and begins anew from time to time, in a thread of its own (wal-copier.ts). Most of
 * it is copied while others write. For the rest, and for the new beginning, writers wait, and nobody else: between two transactions all is
 * copied, and the thread itself makes the first commit of the new log, whose head has to be flushed. As long as somebody reads from the
 * old one it only grows, and is asked about again when it has grown as much once more.
 */
export class WalRestarts {
  readonly #database: string
  readonly #flush: WalFlush
  readonly #frames: () => number
  readonly #growth: number
  #worker: Worker | null = null
  /** When the log has as many frames it is copied; null until that is reckoned anew. */
  #due: number | null
  #copying: Promise<void> | null = null
  #copied = false

  /** @param frames how many the log has now, asked between transactions. @param growth by how many it grows first. */
  constructor(database: string, flush: WalFlush, frames: () => number, growth = GROWTH) {
    this.#database = database
    this.#flush = flush
    this.#frames = frames
    this.#growth = growth
    this.#due = growth
  }

  /** Call between two transactions of this process; who writes waits for it. It never fails: then the log grows. */
  async beforeWriting(): Promise<void> {
    if (this.#flush.inDoubt || this.#copying) return
    try {
      if (this.#copied) await this.#restart()
      else if (this.#isDue()) this.#copying = this.#copy()
    } catch {
      // What cannot be written is said to who writes.
    }
  }

  #isDue(): boolean {
    const frames = this.#frames()
    this.#due ??= frames + this.#growth
    return frames >= this.#due
  }

  /** Never fails. */
  async #copy(): Promise<void> {
    this.#due = null
    try {
      await this.#ask('copy')
      this.#copied = true
    } catch {
      // It is tried again when the log has grown.
    }
    this.#copying = null
  }

  async #restart(): Promise<void> {
    this.#copied = false
    await this.#flush.durable()
    const { log, copied } = await this.#ask('copy')
    await this.#flush.believe()
    if (log === copied) await this.#ask('restart')
  }

  /** Call when nobody writes any more. */
  async close(): Promise<void> {
    await this.#copying
    // It ends instead of telling anything.
    if (this.#worker) await this.#ask('close').catch(() => {})
  }

  /** @throws what the database said, or that the thread has ended. */
  #ask(ask: Ask): Promise<Copied> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const ended = (error: unknown) => {
        this.#worker = null
        reject(error)
      }
      worker.ref()
      worker.once('error', ended).once('exit', ended)
      worker.once('message', (told: Told) => {
        worker.off('error', ended).off('exit', ended)
        // Listening has held the process again.
        worker.unref()
        if ('error' in told) reject(told.error)
        else resolve(told)
      })
      worker.postMessage(ask)
    })
  }

  /** Only where a log grows: it takes memory. It lies beside this file, also where both were built. */
  #start(): Worker {
    const script = new URL(`./wal-copier${extname(import.meta.url)}`, import.meta.url)
    return new Worker(script, { workerData: this.#database, execArgv: [] })
  }
}
