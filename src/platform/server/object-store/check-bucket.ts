import { randomBytes } from 'node:crypto'
import type { Requests, StoreRequest } from './requests.ts'
import type { ObjectStore } from './store.ts'
import { StoreError } from './store-error.ts'

/** A trial takes a minute at most; older ones were left by a killed process. */
const LEFT = 3_600_000
const TRIAL = /^prueba\/[0-9a-f]{16}$/

/**
 * Writes a small object, reads, lists and removes it, and tries to do the same as a stranger. It also removes leftovers of earlier trials.
 * @param full a key with its prefix.
 * @throws StoreError with the problem.
 */
export async function checkBucket(
  store: Omit<ObjectStore, 'check'>,
  { isOpen }: Requests,
  full: (key: string) => string,
): Promise<void> {
  const key = `prueba/${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(64)
  await store.put(key, bytes)
  try {
    const found = await store.read(key)
    if (!found?.equals(bytes)) throw new StoreError('altered')
    const trials = await Array.fromAsync(store.list('prueba/'))
    const own = trials.find((entry) => entry.key === key)
    if (!own) throw new StoreError('forbidden', 'ListBucket')
    // By the store's clock alone: ours may be another.
    const left = trials.filter((entry) => TRIAL.test(entry.key) && own.modified - entry.modified > LEFT)
    for (const entry of left) await store.remove(entry.key)
    const strangers: StoreRequest[] = [
      { method: 'GET', key: full(key) },
      { method: 'GET', key: '', query: { 'max-keys': '1' } },
      { method: 'PUT', key: full(key), body: Buffer.from('cualquiera') },
    ]
    // One after the other: the last would change what the first reads.
    for (const request of strangers) if (await isOpen(request)) throw new StoreError('public')
  } finally {
    await store.remove(key)
  }
  if (await store.look(key)) throw new StoreError('forbidden', 'DeleteObject')
}
