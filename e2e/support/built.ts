import { ensureBuilt } from '#app/server/build.ts'

/** Vitest's global set-up of what is served: neither a start nor a hook has a build in its time, whatever the tree has built. */
export default function setup(): Promise<void> {
  return ensureBuilt(['pages', 'server'])
}
