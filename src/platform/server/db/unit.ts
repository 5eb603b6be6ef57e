import { isRefusal } from '../../errors.ts'
import type { Batch, Outcome, Sql } from './database.ts'

/** Rows that a command needs and that were not loaded, in the words of the first load. */
export class Needs<Wants> extends Error {
  readonly wants: Wants

  constructor(wants: Wants) {
    super('needs more than was loaded')
    this.wants = wants
  }
}

/** A need that nothing satisfies is a mistake of ours, and must not hold the lock for ever. */
const MOST_ASKS = 10_000

/**
 * Rows loaded behind one lock, on which the commands of a group work one after another. A command decides in memory and without waiting. Its changes
 * are noted, so that a refusal, or a need, takes them all back (docs/decisions/145-one-path.md).
 */
export abstract class Unit<Wants> {
  /** Rows that the command at work has changed, as they were before it; null for those that it made. */
  protected readonly touched = new Map<object, object | null>()
  /** The same since they were last saved. */
  protected readonly unsaved = new Map<object, object | null>()
  #undo: (() => void)[] = []

  /** Loads the wanted rows. All decisions are saved before, so that no answer contradicts the memory. */
  abstract load(tx: Sql, wants: Wants): Promise<void>
  /** Writes the changes since the last save, by table. */
  abstract save(tx: Sql): Promise<void>
  /** Work that the last command requires before the next one; null for none. */
  protected abstract due(): (() => void) | null
  /** A command is done, and has changed rows. */
  protected abstract kept(): void

  /** Changes a row. */
  set<Of extends object>(row: Of, changes: Partial<Of>): void {
    if (!this.touched.has(row)) this.touched.set(row, { ...row })
    Object.assign(row, changes)
  }

  /** Makes a row, which is saved as it will be then. */
  add(row: object): void {
    this.touched.set(row, null)
  }

  /** Writes to a map, or with `undefined` takes out of it. */
  put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value | undefined): void {
    const old = map.get(key)
    this.undo(() => void (old === undefined ? map.delete(key) : map.set(key, old)))
    if (value === undefined) map.delete(key)
    else map.set(key, value)
  }

  /** @param back undoes the current command's change. */
  undo(back: () => void): void {
    this.#undo.push(back)
  }

  /** Does all that a command does, or nothing. @throws Needs, its refusal. */
  decide<T>(command: () => T): T {
    try {
      const value = command()
      for (const [row, before] of this.touched) if (!this.unsaved.has(row)) this.unsaved.set(row, before)
      this.#undo = []
      if (this.touched.size > 0) this.kept()
      this.touched.clear()
      return value
    } catch (error) {
      for (const back of this.#undo.reverse()) back()
      for (const [row, before] of this.touched) if (before) Object.assign(row, before)
      this.#undo = []
      this.touched.clear()
      throw error
    }
  }

  /** Decides a command, as often as it needs more, and then the work due because of it. @throws its refusal: nothing of it is left. */
  async settle<T>(tx: Sql, command: () => T): Promise<T> {
    const value = await this.#ask(tx, command)
    for (let due = this.due(); due; due = this.due()) await this.#ask(tx, due).catch(broken)
    return value
  }

  async #ask<T>(tx: Sql, command: () => T): Promise<T> {
    for (let asked = 0; asked < MOST_ASKS; asked++) {
      try {
        return this.decide(command)
      } catch (error) {
        if (!(error instanceof Needs)) throw error
        await this.save(tx)
        await this.load(tx, error.wants)
      }
    }
    throw new Error('a command needs what is never there')
  }
}

/** The command is done already: it cannot be refused any more, and goes with its group. */
function broken(error: unknown): never {
  throw isRefusal(error) ? new Error('what a command leaves to do was refused', { cause: error }) : error
}

/** One way for a kind of command, for one as for many that wait together. */
export interface Path<State, In, Out> {
  /** Locks, and loads together what the commands name. */
  load(tx: Sql, commands: readonly In[]): Promise<State>
  /** @throws its refusal: nothing of it is left. */
  decide(tx: Sql, state: State, command: In): Promise<Out>
  save(tx: Sql, state: State): Promise<void>
}

/** Serves commands that wait together by one load and one save; each sees the changes of those before it. */
export function batchOf<State, In, Out>({ load, decide, save }: Path<State, In, Out>): Batch<Sql, In, Out> {
  return async (tx, commands) => {
    const state = await load(tx, commands)
    const outcomes: Outcome<Out>[] = []
    for (const command of commands) {
      try {
        outcomes.push({ value: await decide(tx, state, command) })
      } catch (error) {
        if (!isRefusal(error)) throw error
        outcomes.push({ error })
      }
    }
    await save(tx, state)
    return outcomes
  }
}
