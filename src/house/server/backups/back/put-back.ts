import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { nameOfPlace } from '#platform/server/db/hosts/host-client.ts'
import { refuseUnknown } from '#platform/server/db/migrate.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { flushDisk, flushFolder } from '#platform/server/files.ts'
import { called } from '#platform/server/installation/called.ts'
import { INSTALLATION_FILE, RESTORING_FOLDER } from '#platform/server/installation/installation.ts'
import { fingerprintOf, KEY_FILE, KeyError } from '#platform/server/installation/keys.ts'
import { makeFolder } from '#platform/server/installation/private-folder.ts'
import { restoreDump } from '../copy/copy-database.ts'
import { DATABASE_NAMES, DUMP_FILE, IMAGES, type Manifest, PROOFS } from '../copy/manifest.ts'
import { folderPlace } from '../place/folder-place.ts'
import { type FoundCopy, layWhole, uselessWithout } from './find-copy.ts'
import { type FileTarget, goToBucket, isShared, openTarget, sayWhereFilesAre } from './put-files.ts'
import type { Product } from './verify-copy.ts'

/** Functions that open an installation during a restore. */
interface Restored extends Pick<Product, 'schema' | 'openUnready'> {
  /** Checks its files and their owner, as a start does. */
  open(config: Config): Promise<Ctx>
}

/** Name of the file with the database that was empty at the beginning. */
const TARGET = 'destino'
/** Locks of processes that work with a folder, and SQLite's files next to them. */
const LOCK = /\.lock(-\w+)?$/
/** Possible leftovers of an interrupted restore: its own files, and those from opening it. All other files belong to somebody. */
const LAID = [PROOFS, IMAGES, INSTALLATION_FILE, KEY_FILE, 'imagenes-de-s3', 'llegando', 'antes-de-actualizar']
const isLaid = (name: string) => name.startsWith(DATABASE_FILE) || name === RESTORING_FOLDER || LAID.includes(name)

/**
 * Restores the whole files of a copy into an empty data folder and an empty database. Every file is compared with its hash on its way, and
 * nothing has its place before all are there; the database comes last. On SQLite, an installation that a start would refuse is refused
 * before that. The folder that keeps servers away stays until `finishRestore`: after any interruption, the same call begins again.
 * @param config with no bucket if files go to the folder. @param asked new place of the files; null: the old one.
 * @returns names of the proofs and pictures that the copy lacks, or that were changed in it.
 * @throws AppError DESTINO_OCUPADO, RESPALDO_INVALIDO, RESPALDO_IMPOSIBLE; SchemaError of a newer version; KeyError; InstallationError
 */
export async function putBack(
  found: FoundCopy,
  config: Config,
  { schema, open, openUnready }: Restored,
  asked: FileTarget | null = null,
): Promise<string[]> {
  const { manifest } = found
  const { s3 } = config
  refuseUnknown('El respaldo', manifest.contiene.esquema, schema)
  refuseOtherEngine(manifest, config)
  refuseWithoutKey(manifest, config)
  const inBucket = goToBucket(manifest, config, asked)
  await requireEmpty(config)
  const { dataDir } = config
  const staged = join(dataDir, RESTORING_FOLDER)
  makeFolder(staged)
  if (config.databaseUrl !== null) await writeFile(join(staged, TARGET), nameOfPlace(config.databaseUrl))
  const folder = folderPlace(staged)
  const base = DATABASE_NAMES[manifest.motor]
  const names = Object.keys(manifest.archivos)
  const stage = (name: string, bytes: AsyncIterable<Uint8Array>) => folder.put(name, bytes, null)
  let lost: string[]
  try {
    const needed = await layWhole(
      found,
      names.filter((name) => !isShared(name)),
      stage,
    )
    if (needed.length > 0) throw await uselessWithout(needed, found)
    const there = { ...config, dataDir: staged }
    // Its key is checked in its place: nothing goes to a bucket that nobody can use then.
    if (config.databaseUrl === null) await settleFiles(await openUnready(there), manifest, asked)
    const put = inBucket && s3 !== null ? await openTarget(found, s3, asked !== null) : stage
    lost = await layWhole(found, names.filter(isShared), put)
    await flushDisk(staged)
    // So are its identity and its bucket: once it has its place, only the restore can open it.
    if (config.databaseUrl === null) await (await open(there)).db.close()
  } catch (error) {
    await rm(staged, { recursive: true, force: true })
    throw error
  }
  for (const entry of await readdir(staged)) {
    if (entry !== base && entry !== TARGET) await rename(join(staged, entry), join(dataDir, entry))
  }
  await flushFolder(dataDir)
  if (config.databaseUrl === null) await rename(join(staged, base), join(dataDir, DATABASE_FILE))
  else {
    await restoreDump(join(staged, DUMP_FILE), config.databaseUrl)
    await settleFiles(await openUnready(config), manifest, asked)
  }
  await flushFolder(dataDir)
  return lost
}

async function settleFiles(ctx: Ctx, manifest: Manifest, asked: FileTarget | null): Promise<void> {
  try {
    if (asked !== null) await sayWhereFilesAre(ctx, manifest, asked)
  } finally {
    await ctx.db.close()
  }
}

/** The restored data is settled: from here on it is an ordinary installation. */
export async function finishRestore({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  await rm(join(dataDir, RESTORING_FOLDER), { recursive: true, force: true })
  await flushFolder(dataDir)
}

/** An installation with TOMBOLA_KEY has no file of it, and its copies neither. @throws KeyError */
function refuseWithoutKey({ archivos, llave }: Manifest, { key }: Config): void {
  if (key !== null && llave !== undefined && fingerprintOf(key) !== llave) {
    throw new KeyError(
      'La llave de TOMBOLA_KEY no es la de este respaldo: define la que se guardó con él, y repite la misma orden. No se restauró nada.',
    )
  }
  if (key !== null || Object.hasOwn(archivos, KEY_FILE)) return
  throw new KeyError(
    'El respaldo no lleva la llave de la instalación: define TOMBOLA_KEY con la que se guardó aparte, y repite la misma orden. No se restauró nada.',
  )
}

function refuseOtherEngine({ motor }: Manifest, { databaseUrl }: Config): void {
  if ((motor === 'postgres') === (databaseUrl !== null)) return
  const details =
    motor === 'postgres'
      ? 'El respaldo es de PostgreSQL: indica una base de datos vacía con DATABASE_URL.'
      : `El respaldo es de SQLite: no definas DATABASE_URL. Después, ${called('move')} lo lleva a PostgreSQL.`
  throw refusal('RESPALDO_INVALIDO', { error: 'Otra clase de base de datos', details })
}

function occupied(details: string): AppError {
  return refusal('DESTINO_OCUPADO', { error: 'No está vacía', details })
}

/** Nothing is overwritten: the existing data may be the better copy. */
async function requireEmpty({ dataDir, databaseUrl }: Config): Promise<void> {
  const there = (await readdir(dataDir)).filter((name) => !LOCK.test(name))
  // Of an interrupted one: no server has worked on its leftovers, because none starts there.
  const again = there.includes(RESTORING_FOLDER)
  const target = again ? await readFile(join(dataDir, RESTORING_FOLDER, TARGET), 'utf8').catch(() => null) : null
  // Brought there since, it may be the only copy that there is.
  const theirs = again ? there.filter((name) => !isLaid(name)) : there
  if (theirs.length > 0) {
    throw occupied(
      `${dataDir} tiene archivos (${theirs.slice(0, 3).join(', ')}…). Apártalos, o indica una carpeta nueva con DATA_DIR.`,
    )
  }
  if (again) await clear(dataDir, there)
  if (databaseUrl !== null) await requireEmptyDatabase(databaseUrl, target === nameOfPlace(databaseUrl))
}

/** The folder that keeps servers away stays, with its note of the database: after an interruption here too, the next call continues. */
async function clear(dataDir: string, there: readonly string[]): Promise<void> {
  const staged = join(dataDir, RESTORING_FOLDER)
  const away = there.filter((name) => name !== RESTORING_FOLDER).map((name) => join(dataDir, name))
  const inside = (await readdir(staged)).filter((name) => name !== TARGET).map((name) => join(staged, name))
  for (const path of [...away, ...inside]) await rm(path, { recursive: true, force: true })
}

/** @param again it was empty when a killed restore began: its content is that restore's. */
async function requireEmptyDatabase(databaseUrl: string, again: boolean): Promise<void> {
  const { connectHost } = await import('#platform/server/db/hosts/host-client.ts')
  const client = await connectHost(databaseUrl)
  try {
    if (again) {
      // Its program continues when its starter is gone.
      await client.query(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and usename = current_user and application_name = 'pg_restore'",
      )
      await client.query('drop schema public cascade')
      await client.query('create schema public')
    }
    const { rows } = await client.query(
      "select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    if (rows[0].tables > 0) throw occupied('La base de datos de DATABASE_URL tiene tablas. Crea una vacía e indícala.')
  } finally {
    await client.end()
  }
}
