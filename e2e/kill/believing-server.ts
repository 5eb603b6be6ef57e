/**
 * The control of the file system that forgets: our server without its witness. It must lose what it acknowledged.
 */
import { ensureBuilt } from '#app/server/build.ts'
import { FlushWitness } from '#platform/server/db/wal/flush-witness.ts'

FlushWitness.prototype.afterFlush = async () => {}
await ensureBuilt()
await import('#app/server/start.ts')
