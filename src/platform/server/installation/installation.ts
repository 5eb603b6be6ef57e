import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Db, Sql } from '../db/database.ts'
import { type Randomness, randomId } from '../random.ts'
import { called } from './called.ts'
import { readOnce, writeOnce } from './once-file.ts'

/** The database and the data folder do not belong together. */
export class InstallationError extends Error {}

/** Name of the file with the id of the installation that a data folder belongs to. */
export const INSTALLATION_FILE = 'instalacion'

/** Folder inside the data folder in which a copy is being put back; while it is there, nothing is whole, or nothing is paused yet. */
export const RESTORING_FOLDER = 'restauracion.tmp'

/** File inside the data folder, from before the database of an older version has its place until its sales are paused. */
export const UNDOING_FILE = 'deshacer.tmp'

/** Only the restoring process may use data before it is fully restored. @throws InstallationError */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING_FOLDER)))
    throw new InstallationError(
      `En ${dataDir} quedó a medias un respaldo que se restauraba. Repite la misma orden, ${called('restore')}, y empieza de nuevo.`,
    )
  if (existsSync(join(dataDir, UNDOING_FILE)))
    throw new InstallationError(
      `En ${dataDir} quedó a medias volver a la versión anterior. Repite ${called('undo-upgrade')}: termina lo que falta.`,
    )
}

/**
 * Compares the data folder with the database: both carry the id of their installation. Proofs of one with rows of another would be swept as unknown
 * files, and a process with a folder of its own answers 404 for the proofs of the others.
 * @param isEmpty whether the folder holds no files that a database must know.
 * @throws InstallationError with instructions.
 */
export async function checkInstallation(
  { dataDir }: Pick<Config, 'dataDir'>,
  db: Db,
  random: Randomness,
  isEmpty: () => Promise<boolean>,
): Promise<void> {
  const file = join(dataDir, INSTALLATION_FILE)
  const { identidad: ofDatabase, archivos } = await installationOf(db.read)
  const ofFolder = readOnce(file)
  if (archivos === IN_STORE) throw new InstallationError(WITHOUT_STORE)
  if (ofDatabase !== null && ofDatabase === ofFolder) return
  if (ofDatabase !== null) throw new InstallationError(ofFolder === null ? withoutFolder(dataDir) : mixed(dataDir))
  // Nothing can be lost: the folder is new, or a first start was interrupted before the database knew of it.
  if (!(await isEmpty())) throw new InstallationError(withoutDatabase(dataDir))
  const id = ofFolder ?? makeId(file, random)
  const kept = await db.write('instalacion', (tx) => introduce(tx, id))
  if (kept !== id) throw new InstallationError(mixed(dataDir))
}

/** Whether they belong together still: a disk that is not mounted any more leaves another folder at its place. */
export async function folderBelongs({ dataDir }: Pick<Config, 'dataDir'>, db: Db): Promise<boolean> {
  return readOnce(join(dataDir, INSTALLATION_FILE)) === (await installationOf(db.read)).identidad
}

/**
 * Joins this folder and this database on purpose.
 * @returns the id of the installation.
 */
export async function adoptFolder(tx: Sql, dataDir: string, random: Randomness): Promise<string> {
  const file = join(dataDir, INSTALLATION_FILE)
  const id = await introduce(tx, readOnce(file) ?? randomId(random))
  if (readOnce(file) !== id) {
    rmSync(file, { force: true })
    writeOnce(file, id)
  }
  return id
}

/** Value of `installation.archivos` for files in a bucket. */
export const IN_STORE = 's3'

/** The database's own identity: empty before its first start. */
export async function installationOf(sql: Sql): Promise<{ identidad: string | null; archivos: string | null }> {
  const row = await sql.selectFrom('installation').select(['identidad', 'archivos']).executeTakeFirst()
  return row ?? { identidad: null, archivos: null }
}

/** @returns the id that the database keeps: this one, unless it has one. */
export async function introduce(tx: Sql, identidad: string, archivos: string | null = null): Promise<string> {
  await tx
    .insertInto('installation')
    .values({ id: 1, identidad, archivos })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await installationOf(tx)).identidad ?? identidad
}

/** @returns the id of the folder: another process may have been first. */
function makeId(file: string, random: Randomness): string {
  const id = randomId(random)
  writeOnce(file, id)
  return readOnce(file) ?? id
}

const ON_PURPOSE = `Si de verdad van juntas, dilo una vez con: ${called('installation adopt')}`

export function mixed(dataDir: string): string {
  return `La carpeta ${dataDir} es de otra instalación que la base de datos. No arrancamos para no tocar sus comprobantes. Indica la carpeta que le corresponde con DATA_DIR. ${ON_PURPOSE}`
}

function withoutFolder(dataDir: string): string {
  return `La base de datos trabaja con otra carpeta de datos, y ${dataDir} no la conoce. Todos los servidores de una base de datos usan la misma carpeta, compartida, o guardan los archivos en S3 (S3_BUCKET). Indícala con DATA_DIR, o recupérala de un respaldo. ${ON_PURPOSE}`
}

const WITHOUT_STORE =
  'Los comprobantes y las imágenes de esta instalación están en S3. Indica S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY. Para tenerlos en la carpeta, restaura un respaldo en otra con --archivos carpeta.'

export function withoutDatabase(dataDir: string): string {
  return `La carpeta ${dataDir} tiene comprobantes de una instalación, y esta base de datos está vacía. No arrancamos para no tocarlos. Indica la base de datos que le corresponde, recupérala de un respaldo, o usa otra carpeta con DATA_DIR. ${ON_PURPOSE}`
}
