import type { Clock, Instant } from '../clock.ts'
import type { Db } from './db/database.ts'

interface Entry {
  value: unknown
  foreignVersion: number
  freshUntil: Instant | null
}

/**
 * Answers kept in memory until something that they show changes. Writers of this process say what changed (`forget`),
 * the database says when another process has written, and a value can carry the instant at which time alone changes it.
 */
export interface Snapshots {
  /** The kept value, or a new one from `load`; requests that miss together load once. */
  get<T>(key: string, load: () => Promise<{ value: T; freshUntil?: Instant | null }>): Promise<T>
  /** Drops every value whose key begins so. */
  forget(prefix: string): void
}

export function createSnapshots(db: Db, clock: Clock): Snapshots {
  const entries = new Map<string, Entry>()
  const loading = new Map<string, Promise<unknown>>()
  let generation = 0

  function fresh(key: string): Entry | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    const stale =
      entry.foreignVersion !== db.foreignVersion() || (entry.freshUntil !== null && clock.now() >= entry.freshUntil)
    return stale ? undefined : entry
  }

  return {
    async get<T>(key: string, load: () => Promise<{ value: T; freshUntil?: Instant | null }>): Promise<T> {
      const kept = fresh(key)
      if (kept) return kept.value as T
      const underway = loading.get(key)
      if (underway) return underway as Promise<T>
      const started = generation
      const foreignVersion = db.foreignVersion()
      const promise = load().then(({ value, freshUntil }) => {
        // Something changed while it was read: whoever waits may have it, nobody after them.
        if (started === generation) entries.set(key, { value, foreignVersion, freshUntil: freshUntil ?? null })
        return value
      })
      loading.set(key, promise)
      try {
        return await promise
      } finally {
        if (loading.get(key) === promise) loading.delete(key)
      }
    },
    forget(prefix) {
      generation++
      for (const map of [entries, loading]) {
        for (const key of map.keys()) if (key.startsWith(prefix)) map.delete(key)
      }
    },
  }
}
