/**
 * The control of the power cut: our server, which flushes nothing of its database. Without power it must lose what it acknowledged.
 */
import { DatabaseSync } from 'node:sqlite'
import { ensureBuilt } from '#app/server/build.ts'
import { WalFlush } from '#platform/server/db/wal/wal-flush.ts'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql: string) {
  return exec.call(this, sql.replace('synchronous = normal', 'synchronous = off'))
}
WalFlush.prototype.durable = () => null
await ensureBuilt()
await import('#app/server/start.ts')
