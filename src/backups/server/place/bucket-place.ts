import { openObjectStore } from '#platform/server/object-store/object-store.ts'
import type { Patience, StoreSettings } from '#platform/server/object-store/requests.ts'
import type { Place } from './place.ts'

/** Copies in a bucket. */
export async function bucketPlace(
  settings: StoreSettings,
  fetch: typeof globalThis.fetch,
  patience?: Patience,
): Promise<Place> {
  const store = await openObjectStore(settings, fetch, patience)
  let checked: Promise<void> | null = null
  return {
    name: `s3://${settings.bucket}/${settings.prefix}`,
    folder: null,
    async put(key, source) {
      // Nothing of anybody goes to a bucket that strangers can read.
      checked ??= store.check()
      await checked
      return store.put(key, source)
    },
    open: (key) => store.open(key),
    list: (prefix) => store.list(prefix),
    remove: (key) => store.remove(key),
  }
}
