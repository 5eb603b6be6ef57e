/**
 * The control of the log that a killed server left: our server, which goes on with it as it is found. It must lose what it acknowledged. So
 * it never copies its log into the database by itself: a log that was copied and begun anew has lost nothing.
 */
import { DatabaseSync } from 'node:sqlite'
import { ensureBuilt } from '#app/server/build.ts'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql: string) {
  return exec.call(this, sql.replace('pragma wal_checkpoint(truncate)', 'pragma wal_autocheckpoint = 0'))
}
await ensureBuilt()
await import('#app/server/start.ts')
