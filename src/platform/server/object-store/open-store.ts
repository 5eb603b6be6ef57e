import type { StoreSettings } from './requests.ts'
import type { ObjectStore } from './store.ts'

const opened = new Map<string, Promise<ObjectStore>>()

/** The bucket of these settings, opened once a process; most installations have none and do not load the S3 client. */
export function openStore(settings: StoreSettings): Promise<ObjectStore> {
  const name = JSON.stringify(settings)
  const store = opened.get(name) ?? import('./object-store.ts').then(({ openObjectStore }) => openObjectStore(settings))
  opened.set(name, store)
  return store
}
