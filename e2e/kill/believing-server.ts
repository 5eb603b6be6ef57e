/**
 * The control of the file system that forgets: our server without its witness. It must lose what it acknowledged.
 */
import { FlushWitness } from '#platform/server/db/flush-witness.ts'

FlushWitness.prototype.afterCommit = () => {}
await import('#app/server/start.ts')
