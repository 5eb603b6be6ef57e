import { randomBytes } from 'node:crypto'
import type { Requests, StoreRequest } from './requests.ts'
import type { ObjectStore } from './store.ts'
import { StoreError } from './store-error.ts'

/**
 * Writes a small object, reads, lists and removes it, and tries to do the same as a stranger.
 * @param full a key with its prefix.
 * @throws StoreError with what is wrong.
 */
export async function checkBucket(
  store: Omit<ObjectStore, 'check'>,
  { sendUnsigned }: Requests,
  full: (key: string) => string,
): Promise<void> {
  const key = `prueba/${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(64)
  await store.put(key, bytes)
  try {
    const found = await store.read(key)
    if (!found?.equals(bytes)) throw new StoreError('altered')
    let listed = false
    for await (const entry of store.list('prueba/')) listed ||= entry.key === key
    if (!listed) throw new StoreError('forbidden', 'ListBucket')
    const strangers: StoreRequest[] = [
      { method: 'GET', key: full(key) },
      { method: 'GET', key: '', query: { 'max-keys': '1' } },
      { method: 'PUT', key: full(key), body: Buffer.from('cualquiera') },
    ]
    // One after the other: the last would change what the first reads.
    for (const request of strangers) {
      const { ok, body } = await sendUnsigned(request)
      await body?.cancel()
      if (ok) throw new StoreError('public')
    }
  } finally {
    await store.remove(key)
  }
  if (await store.look(key)) throw new StoreError('forbidden', 'DeleteObject')
}
