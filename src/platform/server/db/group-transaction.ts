import type { Commit } from './database.ts'

/** One transaction of an engine, as the groups need it. `Handle` is what its jobs receive. */
export interface GroupTransaction<Handle> {
  handle: Handle
  savepoint(): Promise<void>
  release(): Promise<void>
  rollbackToSavepoint(): Promise<void>
  commit(): Promise<void>
  /** Undoes everything; never throws. */
  rollback(): Promise<void>
  /** Of which its jobs wrote rows. */
  tables(): ReadonlySet<string>
}

/**
 * Why a transaction failed. `job`: because of the job itself. `clash`: the engine undid it in favour of another (deadlock,
 * serialization). `lost`: the server or the connection went away.
 */
export type Failure = 'job' | 'clash' | 'lost'

export interface GroupCommitOptions<Handle> {
  /** Begins a transaction; jobs that arrive before it is open still go into it. */
  begin(lane: string): Promise<GroupTransaction<Handle>>
  judge(error: unknown): Failure
  /** Gets every commit before its writer does, and commits whose answer was lost; never throws. */
  committed?(commit: Commit): void
  /** Jobs of one transaction. */
  largestGroup: number
  /** Jobs that may wait, over all lanes, before new ones are refused. */
  longestQueue: number
  /** How long, in milliseconds, a job may wait for a server that went away before it is refused. */
  patience: number
}
