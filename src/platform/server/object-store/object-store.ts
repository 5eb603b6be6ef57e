import { randomBytes } from 'node:crypto'
import { once } from './pieces.ts'
import { putObject } from './put-object.ts'
import { HASH, readObject } from './read-object.ts'
import {
  elementsOf,
  openRequests,
  PATIENCE,
  type Patience,
  type Requests,
  type StoreRequest,
  type StoreSettings,
  textOf,
} from './requests.ts'
import type { ObjectStore } from './store.ts'
import { StoreError } from './store-error.ts'

/**
 * Opens a bucket. It sends no request yet: `check` does.
 * @param fetch the way out to other hosts.
 */
export async function openObjectStore(
  settings: StoreSettings,
  fetch: typeof globalThis.fetch = globalThis.fetch,
  patience: Patience = PATIENCE,
): Promise<ObjectStore> {
  const requests = await openRequests(settings, fetch, patience)
  const { send } = requests
  const full = (key: string) => settings.prefix + key
  const at = (key: string) => `/${settings.bucket}/${full(key)}`

  const store: Omit<ObjectStore, 'check'> = {
    async look(key) {
      const { status, headers } = await send({ method: 'HEAD', key: full(key), besides: [404] })
      if (status === 404) return null
      const modified = Date.parse(headers.get('last-modified') ?? '')
      return { size: Number(headers.get('content-length')), sha256: headers.get(HASH), modified }
    },
    put: (key, source, known) =>
      putObject(requests, full(key), source instanceof Uint8Array ? once(source) : source, known),
    open: (key) => readObject(requests, full(key), patience.tries),
    async read(key) {
      const found = await store.open(key)
      return found && Buffer.concat(await found.stream.toArray())
    },
    async *list(prefix, page = 1_000) {
      // The first form of the question, which every store has: by the last key, so that each page is a question of its own.
      let last = ''
      for (;;) {
        const query = { prefix: full(prefix), 'max-keys': String(page), ...(last && { marker: last }) }
        const { text: xml } = await send({ method: 'GET', key: '', query })
        const before = last
        for (const entry of elementsOf(xml, 'Contents')) {
          last = textOf(entry, 'Key')
          const key = last.slice(settings.prefix.length)
          yield { key, size: Number(textOf(entry, 'Size')), modified: Date.parse(textOf(entry, 'LastModified')) }
        }
        if (textOf(xml, 'IsTruncated') !== 'true' || last === before) return
      }
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': at(from) }
      return (await send({ method: 'PUT', key: full(to), headers, besides: [404] })).status !== 404
    },
    async remove(key) {
      await send({ method: 'DELETE', key: full(key), besides: [404] })
    },
  }
  return { ...store, check: () => checkBucket(store, requests, full) }
}

/** A trial takes a minute at most; older ones were left by a killed process. */
const LEFT = 3_600_000
const TRIAL = /^prueba\/[0-9a-f]{16}$/

/**
 * Writes a small object, reads, lists and removes it, and tries to do the same as a stranger. It also removes leftovers of earlier trials.
 * @param full a key with its prefix.
 * @throws StoreError with the problem.
 */
async function checkBucket(
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
