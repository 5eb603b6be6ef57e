import { busy } from '../../errors.ts'

/** One transaction of an engine, as the groups need it. `Handle` is what its jobs receive. */
export interface GroupTransaction<Handle> {
  handle: Handle
  savepoint(): Promise<void>
  release(): Promise<void>
  rollbackToSavepoint(): Promise<void>
  commit(): Promise<void>
  /** Undoes everything; never throws. */
  rollback(): Promise<void>
}

interface Waiting<Handle> {
  job: (handle: Handle) => Promise<unknown>
  resolve: (value: never) => void
  reject: (reason: unknown) => void
  attempts: number
}

export interface GroupCommitOptions<Handle> {
  begin(): Promise<GroupTransaction<Handle>>
  /** Whether the error undid the whole transaction through no fault of the job (deadlock, serialization). */
  isTransient(error: unknown): boolean
  /** Jobs of one transaction. */
  largestGroup: number
  /** Jobs that may wait, over all lanes, before new ones are refused. */
  longestQueue: number
}

const MOST_ATTEMPTS = 5

/**
 * Serves the writes of a lane by as few commits as possible: whatever waits when a transaction begins goes into it. A
 * durable commit costs one flush of the disk whatever it holds, so a busy raffle is limited by its work and not by its disk.
 */
export class GroupCommit<Handle> {
  readonly #options: GroupCommitOptions<Handle>
  readonly #lanes = new Map<string, Waiting<Handle>[]>()
  readonly #running = new Set<Promise<void>>()
  #waiting = 0
  #closed = false

  constructor(options: GroupCommitOptions<Handle>) {
    this.#options = options
  }

  run<T>(lane: string, job: (handle: Handle) => Promise<T>): Promise<T> {
    if (this.#closed || this.#waiting >= this.#options.longestQueue) return Promise.reject(busy())
    this.#waiting++
    return new Promise<T>((resolve, reject) => {
      const entry: Waiting<Handle> = { job, resolve, reject, attempts: 0 }
      const queue = this.#lanes.get(lane)
      if (queue) {
        queue.push(entry)
        return
      }
      this.#lanes.set(lane, [entry])
      const running = this.#serve(lane).finally(() => this.#running.delete(running))
      this.#running.add(running)
    })
  }

  /** Refuses new jobs and waits for those that were taken. */
  async close(): Promise<void> {
    this.#closed = true
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  async #serve(lane: string): Promise<void> {
    // One turn of the event loop, so that requests that arrived together share the first transaction too.
    await new Promise((resolve) => setImmediate(resolve))
    const queue = this.#lanes.get(lane)
    while (queue && queue.length > 0) {
      const retried = queue.findIndex((entry) => entry.attempts > 0)
      // What failed through no fault of its own is tried again alone: it cannot take its neighbours down twice.
      const group = retried >= 0 ? queue.splice(retried, 1) : queue.splice(0, this.#options.largestGroup)
      const again = await this.#commit(group)
      this.#waiting -= group.length - again.length
      queue.push(...again)
    }
    this.#lanes.delete(lane)
  }

  /** Runs one group; returns the jobs that are to be tried again. */
  async #commit(group: Waiting<Handle>[]): Promise<Waiting<Handle>[]> {
    let transaction: GroupTransaction<Handle>
    try {
      transaction = await this.#options.begin()
    } catch (error) {
      return this.#failed(group, error)
    }
    const settle: (() => void)[] = []
    try {
      for (const entry of group) settle.push(await this.#runOne(transaction, entry, group.length > 1))
      await transaction.commit()
    } catch (error) {
      await transaction.rollback()
      return this.#failed(group, error)
    }
    for (const done of settle) done()
    return []
  }

  async #runOne(transaction: GroupTransaction<Handle>, entry: Waiting<Handle>, shared: boolean): Promise<() => void> {
    if (shared) await transaction.savepoint()
    let value: unknown
    try {
      value = await entry.job(transaction.handle)
    } catch (error) {
      if (!shared || this.#options.isTransient(error)) {
        if (!this.#options.isTransient(error)) entry.attempts = MOST_ATTEMPTS
        throw error
      }
      await transaction.rollbackToSavepoint()
      return () => entry.reject(error)
    }
    if (shared) await transaction.release()
    return () => entry.resolve(value as never)
  }

  #failed(group: Waiting<Handle>[], error: unknown): Waiting<Handle>[] {
    const transient = this.#options.isTransient(error)
    const again: Waiting<Handle>[] = []
    for (const entry of group) {
      entry.attempts++
      if (transient && entry.attempts < MOST_ATTEMPTS) again.push(entry)
      else entry.reject(error)
    }
    return again
  }
}
