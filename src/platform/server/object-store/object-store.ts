import { checkBucket } from './check-bucket.ts'
import { once } from './pieces.ts'
import { putObject } from './put-object.ts'
import { HASH, readObject } from './read-object.ts'
import { elementsOf, textOf } from './read-xml.ts'
import { openRequests, PATIENCE, type Patience, type StoreSettings } from './requests.ts'
import type { ObjectStore } from './store.ts'

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
