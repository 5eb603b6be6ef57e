import { openObjectStore } from '#platform/server/object-store/object-store.ts'
import type { StoreSettings } from '#platform/server/object-store/requests.ts'
import type { Place } from './place.ts'

/** Copies in a bucket. One process of an installation copies at a time (store.ts), which is all that keeps two of them apart. */
export async function bucketPlace(settings: StoreSettings, fetch: typeof globalThis.fetch): Promise<Place> {
  const store = await openObjectStore(settings, fetch)
  return {
    name: `s3://${settings.bucket}/${settings.prefix}`,
    local: false,
    put: (key, source) => store.put(key, source),
    open: (key) => store.open(key),
    list: (prefix) => store.list(prefix),
    remove: (key) => store.remove(key),
    lock: () => () => {},
    space: async () => null,
  }
}
