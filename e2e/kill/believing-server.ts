/**
 * The control of the file system that forgets: our server without its witness. It must lose what it acknowledged.
 */
import { ensureBuilt } from '#app/server/build.ts'
import { FlushWitness } from '#platform/server/db/flush-witness.ts'

FlushWitness.prototype.afterCommit = () => {}
await ensureBuilt()
await import('#app/server/start.ts')
