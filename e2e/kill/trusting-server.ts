/**
 * The control of the flush that fails: our server, which takes the next flush that succeeds for one of what the failed one left out. It
 * must lose what it acknowledged.
 */
import { ensureBuilt } from '#app/server/build.ts'
import { WalFlush } from '#platform/server/db/wal/wal-flush.ts'

WalFlush.prototype.writeAgain = async () => {}
await ensureBuilt()
await import('#app/server/start.ts')
