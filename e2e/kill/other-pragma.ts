/**
 * Two controls: our server, whose SQLite is told something else. `other-pragma.ts unflushed` flushes nothing of its database, and must lose what it
 * acknowledged when the power goes. `other-pragma.ts trusting` goes on with the log that a killed server left as it is found, and must lose
 * that: so it never copies its log into the database by itself, for a log that was copied and begun anew has lost nothing.
 */
import { DatabaseSync } from 'node:sqlite'
import { ensureBuilt } from '#app/server/build.ts'

const [said, instead] =
  process.argv[2] === 'unflushed'
    ? (['synchronous = full', 'synchronous = off'] as const)
    : (['pragma wal_checkpoint(truncate)', 'pragma wal_autocheckpoint = 0'] as const)
const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql: string) {
  return exec.call(this, sql.replace(said, instead))
}
await ensureBuilt()
await import('#app/server/start.ts')
