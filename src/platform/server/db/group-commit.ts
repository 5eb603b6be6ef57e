import { AsyncLocalStorage } from 'node:async_hooks'
import { refusal } from '../../errors.ts'
import type { Batch, Outcome } from './database.ts'
import type { GroupCommitOptions, GroupTransaction } from './group-transaction.ts'
import { refuse } from './trouble.ts'

/** The result of a job, which its caller gets once the transaction is committed. */
interface Settled {
  /** Whether anything of it is to stay. */
  kept: boolean
  tell(): void
}

/** An error while several jobs were served together. */
class BrokenBatch extends Error {}

interface Waiting<Handle> {
  /** Null for a job outside any batch. */
  batch: Batch<Handle, never, unknown> | null
  /** Inputs of one batch that are served together are of one lane, also where lanes share the transaction. */
  lane: string
  input: unknown
  /** Serves the job alone. */
  job: (handle: Handle) => Promise<unknown>
  resolve: (value: never) => void
  reject: (reason: unknown) => void
  /** Times that the engine undid it through nobody's fault. */
  clashes: number
  /** When it began to wait, on the monotonic clock. */
  since: number
}

/** The job whose statement runs now. */
const running = new AsyncLocalStorage<{ ended: boolean }>()

/**
 * Refuses a statement whose job has ended: of several sent together one may fail first, and statements after the others would become part of another
 * transaction.
 */
export function refuseLate(): void {
  if (running.getStore()?.ended) throw new Error('a statement of a job that has ended')
}

/** Whether a job runs here, and not a caller that looks at the connection from outside. */
export function isInJob(): boolean {
  return running.getStore() !== undefined
}

const MOST_CLASHES = 5
/** Between attempts at a server that went away, in milliseconds. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 500

/**
 * Serves the writes of a lane with as few commits as possible: all jobs that wait when a transaction begins go into it. A durable commit costs one
 * flush of the disk whatever it holds, so a busy raffle is limited by its work and not by its disk.
 *
 * A job runs again only when it is certain that nothing of it stayed: its transaction was undone, or was never committed, or
 * the engine confirms that for a commit whose answer was lost. If nobody can tell, the job is refused with 503 and does not run again.
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
    return this.#wait<T>(lane, { batch: null, lane, input: null, job })
  }

  /** @param shared lane of the transaction that it is part of: `lane` itself, or one that holds many. */
  runBatched<In, Out>(shared: string, lane: string, batch: Batch<Handle, In, Out>, input: In): Promise<Out> {
    const job = (handle: Handle) => serveOne(batch, handle, input)
    return this.#wait<Out>(shared, { batch: batch as Batch<Handle, never, unknown>, lane, input, job })
  }

  #wait<T>(lane: string, work: Pick<Waiting<Handle>, 'batch' | 'lane' | 'input' | 'job'>): Promise<T> {
    if (this.#closed || this.#waiting >= this.#options.longestQueue) return Promise.reject(refusal('SERVIDOR_OCUPADO'))
    this.#waiting++
    return new Promise<T>((resolve, reject) => {
      const entry: Waiting<Handle> = {
        ...work,
        resolve: (value) => {
          this.#waiting--
          resolve(value)
        },
        reject: (reason) => {
          this.#waiting--
          reject(reason)
        },
        clashes: 0,
        since: performance.now(),
      }
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
    const queue = this.#lanes.get(lane)
    let pause = FIRST_PAUSE
    while (queue && queue.length > 0) {
      // One turn of the event loop: requests that arrived together share a transaction, and a writer without end keeps nobody from reading.
      await new Promise((resolve) => setImmediate(resolve))
      const [begun] = await Promise.allSettled([this.#options.begin(lane)])
      // The lane may have been locked by another process: jobs that arrived meanwhile are served too.
      const clashed = queue.findIndex((entry) => entry.clashes > 0)
      // A job that clashed is retried alone: it cannot take its neighbours down twice.
      const group = clashed >= 0 ? queue.splice(clashed, 1) : queue.splice(0, this.#options.largestGroup)
      const { again, lost } = await this.#commit(begun, lane, group)
      if (lost === null) {
        queue.push(...again)
        pause = FIRST_PAUSE
        continue
      }
      // Nobody is to blame: all of them wait for the server, in their order, as long as a person would.
      queue.unshift(...again)
      this.#giveUp(queue, lost)
      if (queue.length > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, LONGEST_PAUSE)
    }
    this.#lanes.delete(lane)
  }

  /** Refuses jobs that have waited too long for a missing server. */
  #giveUp(queue: Waiting<Handle>[], lost: unknown): void {
    const patience = this.#closed ? this.#options.patience / 4 : this.#options.patience
    const still = queue.filter((entry) => performance.now() - entry.since < patience)
    for (const entry of queue) if (!still.includes(entry)) entry.reject(refuse(lost))
    queue.splice(0, queue.length, ...still)
  }

  /** Runs one group; returns the jobs that are to be tried again, and the error when the server went away. */
  async #commit(
    begun: PromiseSettledResult<GroupTransaction<Handle>>,
    lane: string,
    group: Waiting<Handle>[],
  ): Promise<{ again: Waiting<Handle>[]; lost: NonNullable<unknown> | null }> {
    if (begun.status === 'rejected') return this.#failed(group, begun.reason)
    const transaction = begun.value
    const settled: Settled[] = []
    let part: Waiting<Handle>[] = []
    try {
      for (part of partsOf(group)) settled.push(...(await this.#runPart(transaction, part, group.length > 1)))
    } catch (error) {
      await transaction.rollback()
      const cause = error instanceof BrokenBatch ? error.cause : error
      if (cause === error || this.#options.judge(cause) !== 'job') return this.#failed(group, cause)
      // One job broke a rule that only the database checks: each runs alone, and the culprit gets the error. Immediately, and without newcomers: one
      // of them could break it again, and a few hostile requests a second would keep all waiting.
      for (const entry of part) entry.batch = null
      const [anew] = await Promise.allSettled([this.#options.begin(lane)])
      return this.#commit(anew, lane, group)
    }
    if (!settled.some(({ kept }) => kept)) {
      await transaction.rollback()
      for (const { tell } of settled) tell()
      return { again: [], lost: null }
    }
    const made = {
      lane,
      tables: transaction.tables(),
      jobs: group.length,
      waited: performance.now() - Math.min(...group.map(({ since }) => since)),
    }
    try {
      await transaction.commit()
    } catch (error) {
      await transaction.rollback()
      if (this.#options.judge(error) !== 'lost') return this.#failed(group, error)
      // It may be made, so it does not run again, and memory counts it as made. A client that asks again with its key gets the answer.
      this.#options.committed?.(made)
      for (const entry of group) entry.reject(refuse(error))
      return { again: [], lost: null }
    }
    this.#options.committed?.(made)
    for (const { tell } of settled) tell()
    return { again: [], lost: null }
  }

  async #runPart(transaction: GroupTransaction<Handle>, part: Waiting<Handle>[], shared: boolean): Promise<Settled[]> {
    const [first] = part as [Waiting<Handle>]
    if (!first.batch) return [await this.#runOne(transaction, first, shared)]
    const life = { ended: false }
    const { batch } = first
    try {
      const inputs = part.map(({ input }) => input as never)
      const outcomes = await running.run(life, () => batch(transaction.handle, inputs))
      return outcomes.map((outcome, at) => settle(part[at] as Waiting<Handle>, outcome))
    } catch (error) {
      throw new BrokenBatch('served together', { cause: error })
    } finally {
      life.ended = true
    }
  }

  async #runOne(transaction: GroupTransaction<Handle>, entry: Waiting<Handle>, shared: boolean): Promise<Settled> {
    if (shared) await transaction.savepoint()
    const life = { ended: false }
    let value: unknown
    try {
      value = await running.run(life, () => entry.job(transaction.handle))
      life.ended = true
    } catch (error) {
      life.ended = true
      if (!shared || this.#options.judge(error) !== 'job') throw error
      try {
        await transaction.rollbackToSavepoint()
      } catch (failure) {
        // A full disk has undone the whole transaction: that cause is more useful than the lost savepoint.
        throw this.#options.judge(failure) === 'job' ? error : failure
      }
      return settle(entry, { error })
    }
    if (shared) await transaction.release()
    return settle(entry, { value })
  }

  #failed(group: Waiting<Handle>[], error: unknown): { again: Waiting<Handle>[]; lost: NonNullable<unknown> | null } {
    const failure = this.#options.judge(error)
    if (failure === 'lost') return { again: group, lost: error ?? new Error('lost') }
    const again: Waiting<Handle>[] = []
    for (const entry of group) {
      entry.clashes++
      if (failure === 'clash' && entry.clashes < MOST_CLASHES) again.push(entry)
      else entry.reject(refuse(failure === 'clash' ? refusal('SERVIDOR_OCUPADO', { cause: error }) : error))
    }
    return { again, lost: null }
  }
}

function settle<Handle>({ resolve, reject }: Waiting<Handle>, outcome: Outcome<unknown>): Settled {
  return 'error' in outcome
    ? { kept: false, tell: () => reject(refuse(outcome.error)) }
    : { kept: true, tell: () => resolve(outcome.value as never) }
}

/** Serves one input alone. @throws its refusal. */
export async function serveOne<Handle, In, Out>(
  batch: Batch<Handle, In, Out>,
  handle: Handle,
  input: In,
): Promise<Out> {
  const [outcome] = await batch(handle, [input])
  if (!outcome) throw new Error('a batch that does not say what became of it')
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Jobs that are served together side by side, all in the order in which the first of each arrived. */
function partsOf<Handle>(group: Waiting<Handle>[]): Waiting<Handle>[][] {
  const parts: Waiting<Handle>[][] = []
  for (const entry of group) {
    const part = entry.batch && parts.find(([first]) => first?.batch === entry.batch && first.lane === entry.lane)
    if (part) part.push(entry)
    else parts.push([entry])
  }
  return parts
}
