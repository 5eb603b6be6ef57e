/**
 * The control of the power cut: our server, which flushes nothing of its database. Without power it must lose what it acknowledged.
 */
import { DatabaseSync } from 'node:sqlite'
import { ensureBuilt } from '#app/server/build.ts'

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql: string) {
  return exec.call(this, sql.replace('synchronous = full', 'synchronous = off'))
}
await ensureBuilt()
await import('#app/server/start.ts')
