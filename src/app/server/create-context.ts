import { Resolver } from 'node:dns/promises'
import { join } from 'node:path'
import { keepJournal } from '#journal/server/note-rows.ts'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/database.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openSqlite } from '#platform/server/db/sqlite.ts'
import { emptyFileLog } from '#platform/server/file-log.ts'
import { type Files, openDiskFiles } from '#platform/server/files.ts'
import { checkInstallation, refuseUnfinished } from '#platform/server/installation/installation.ts'
import { openKeys } from '#platform/server/installation/keys.ts'
import { closeFolder } from '#platform/server/installation/private-folder.ts'
import { readSpace } from '#platform/server/installation/space.ts'
import { createLog } from '#platform/server/log.ts'
import { openStore } from '#platform/server/object-store/open-store.ts'
import { systemRandom } from '#platform/server/random.ts'
import { followSettings } from '#platform/server/settings/settings.ts'
import { createSnapshots } from '#platform/server/snapshots.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { createVitals, noticeTime } from '#platform/server/vitals.ts'
import { OF_ONE_RAFFLE } from '#tickets/server/schema.ts'
import { schema } from './schema.ts'
import { copyBeforeUpgrade } from './service/before-upgrade.ts'
import { watchTime } from './watch-time.ts'

/** Folder of the proofs inside the data folder. */
export const PROOFS_FOLDER = 'comprobantes'

/** Folder of parts on their way to a bucket. */
const ARRIVING_FOLDER = 'llegando'

/**
 * Installations that are opened although they are not ready: by the command that joins a folder to a database, which do not belong together
 * yet, and by the one that restores, which finishes a state that a start would refuse, first of all the place of the files.
 */
export type Unready = 'any folder' | 'being restored' | 'files being restored' | null

/** Does a job on the installation, which is closed after it. Without log: the printed text is the answer. */
export async function withContext<T>(config: Config, unready: Unready, job: (ctx: Ctx) => Promise<T>): Promise<T> {
  const ctx = await createContext(config, createLog('silent'), unready)
  try {
    return await job(ctx)
  } finally {
    await ctx.db.close()
  }
}

/**
 * The world of one process, with its database brought up to date.
 * @throws SchemaError, UpgradeError, InstallationError, KeyError
 */
export async function createContext(
  config: Config,
  log = createLog(config.logLevel),
  unready: Unready = null,
): Promise<Ctx> {
  if (unready === null || unready === 'any folder') refuseUnfinished(config.dataDir)
  const { closed, left } = closeFolder(config.dataDir)
  if (closed > 0) log.info({ count: closed }, 'data folder closed to other users')
  if (left > 0) log.warn({ count: left }, 'data folder stays open to other users: it belongs to somebody else')
  if (config.databaseUrl === null) await copyBeforeUpgrade(config.dataDir, schema)
  const db = config.databaseUrl === null ? openSqlite(config.dataDir) : await openServer(config.databaseUrl)
  try {
    const steps = await migrate(db, schema)
    if (steps.length > 0) log.info({ steps: steps.join(' ') }, 'schema brought up to date')
    const files = await openProofs(config)
    if (unready === null || unready === 'being restored') await checkFiles(config, db, files)
    const vitals = createVitals(systemRandom)
    const ctx: Ctx = {
      config,
      db,
      files,
      clock: systemClock,
      time: SURE,
      random: systemRandom,
      keys: await openKeys(config, db),
      log,
      space: () => readSpace(config.dataDir),
      snapshots: createSnapshots(db, systemClock, OF_ONE_RAFFLE),
      vitals,
      fetch: noticeTime(globalThis.fetch, systemClock, vitals),
      dns: new Resolver({ timeout: 2_000, tries: 2 }),
    }
    await followSettings(ctx)
    ctx.time = watchTime(ctx)
    const altered = await keepJournal(ctx)
    if (altered.length > 0)
      log.error({ count: altered.length }, 'rows had been altered before they were noted in the journal')
    return ctx
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Most installations have no PostgreSQL and do not load its client. */
export async function openServer(url: string): Promise<Db> {
  const { openPostgres } = await import('#platform/server/db/postgres.ts')
  return openPostgres(url)
}

/** The proofs of an installation, in its bucket if it has one. */
async function openProofs(config: Config): Promise<Files> {
  if (config.s3 === null) {
    const folder = join(config.dataDir, PROOFS_FOLDER)
    const files = await openDiskFiles(folder)
    await emptyFileLog(folder, files)
    return files
  }
  const { openStoreFiles } = await import('#platform/server/object-store/store-files.ts')
  return openStoreFiles(await openStore(config.s3), PROOFS_FOLDER, join(config.dataDir, ARRIVING_FOLDER))
}

/** @throws InstallationError */
async function checkFiles(config: Config, db: Db, files: Files): Promise<void> {
  const empty = () => isEmpty(files)
  if (config.s3 === null) return checkInstallation(config, db, systemRandom, empty)
  const { checkStoreInstallation } = await import('#platform/server/installation/store-installation.ts')
  await checkStoreInstallation(config.dataDir, db, systemRandom, await openStore(config.s3), empty)
}

async function isEmpty(files: Files): Promise<boolean> {
  for await (const _ of files.olderThan(Number.POSITIVE_INFINITY)) return false
  return true
}
