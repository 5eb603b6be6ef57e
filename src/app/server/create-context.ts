import { join } from 'node:path'
import sharp from 'sharp'
import { booksOf, keepBooks } from '#journal/server/seal-again.ts'
import { sealClearSecrets } from '#operators/server/seal-clear-secrets.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openPostgres } from '#platform/server/db/postgres.ts'
import { openSqlite } from '#platform/server/db/sqlite.ts'
import { openDiskFiles } from '#platform/server/files.ts'
import { openKeys } from '#platform/server/keys.ts'
import { createLog } from '#platform/server/log.ts'
import { systemRandom } from '#platform/server/random.ts'
import { createSnapshots } from '#platform/server/snapshots.ts'
import { sealedTables } from './books-table.ts'
import { schema } from './schema.ts'

/** Folder of the proofs inside the data folder. */
export const PROOFS_FOLDER = 'comprobantes'

// What was decoded is not needed twice, and the cache only grows the process.
sharp.cache(false)

/** The world of one process, with its database brought up to date. @throws NewerSchemaError, KeyError */
export async function createContext(config: Config, log = createLog(config.logLevel)): Promise<Ctx> {
  const db = config.databaseUrl === null ? openSqlite(config.dataDir) : await openPostgres(config.databaseUrl)
  try {
    const steps = await migrate(db, schema)
    if (steps.length > 0) log.info({ steps: steps.join(' ') }, 'schema brought up to date')
    const ctx: Ctx = {
      config,
      db,
      files: await openDiskFiles(join(config.dataDir, PROOFS_FOLDER)),
      clock: systemClock,
      random: systemRandom,
      keys: await openKeys(config, db, sealClearSecrets),
      log,
      snapshots: createSnapshots(db, systemClock),
      fetch: globalThis.fetch,
    }
    const altered = await keepBooks(ctx, booksOf(ctx, sealedTables))
    if (altered.length > 0) log.error({ count: altered.length }, 'rows had been altered before the books were sealed')
    return ctx
  } catch (error) {
    await db.close()
    throw error
  }
}
