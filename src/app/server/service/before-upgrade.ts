import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { isLockedByOther } from '#platform/server/db/instance-lock.ts'
import { type SchemaStep, STEPS_TABLE, unknownSteps } from '#platform/server/db/migrate.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { UNDOING_FILE } from '#platform/server/installation/installation.ts'
import { flushNow } from '#platform/server/installation/once-file.ts'
import { makeFolder, makePrivateFile } from '#platform/server/installation/private-folder.ts'

/** Folder inside the data folder: databases as they were before a version changed them, named by their last step. */
const COPIES = 'antes-de-actualizar'
/** So many stay; the older ones are of versions that nobody goes back to. */
const KEPT = 2
/** All pages together: in portions a copy starts over at every commit. */
const ALL_PAGES = 2 ** 31 - 1

/** The schema is not changed, and why, for the person at the terminal. */
export class UpgradeError extends Error {}

/** Steps of the schema that an SQLite file has had; none when it is not there or empty. */
function stepsOf(file: string): string[] {
  if (!existsSync(file)) return []
  // Only read: nothing is to be changed before its copy is made.
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    const known = database.prepare('select name from sqlite_schema where name = ?').get(STEPS_TABLE)
    if (known === undefined) return []
    return database
      .prepare(`select name from ${STEPS_TABLE} order by name`)
      .all()
      .map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

/**
 * Copies an SQLite database before steps of the schema change it, so that the previous version can be restored (`putBack`). An empty one, and one
 * that is up to date, is left alone.
 * @throws UpgradeError when a server of another version has it open, or there is no room for the copy.
 */
export async function copyBeforeUpgrade(dataDir: string, steps: readonly SchemaStep[]): Promise<void> {
  const file = join(dataDir, DATABASE_FILE)
  const applied = stepsOf(file)
  const last = applied.at(-1)
  if (last === undefined || steps.every(({ name }) => applied.includes(name))) return
  // The migration itself refuses newer steps.
  if (unknownSteps(applied, steps).length > 0) return
  if (isLockedByOther('serve', dataDir)) {
    throw new UpgradeError(
      'El servidor encendido es de otra versión y usa esta base de datos. Reinícialo: al encender se pone al día.',
    )
  }
  const folder = join(dataDir, COPIES)
  makeFolder(folder)
  const { bavail, bsize } = statfsSync(folder)
  // For the copy, and the rows of the steps.
  const needed = statSync(file).size * 2
  if (bavail * bsize < needed) {
    const megabytes = Math.ceil(needed / 1_000_000)
    throw new UpgradeError(
      `No hay espacio para copiar la base de datos antes de actualizarla: hacen falta ${megabytes} MB en ${dataDir}.`,
    )
  }
  const copy = join(folder, `${last}.sqlite`)
  const part = `${copy}.${process.pid}.part`
  makePrivateFile(part)
  const source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  try {
    await backup(source, part, { rate: ALL_PAGES })
  } finally {
    source.close()
  }
  flushNow(part)
  renameSync(part, copy)
  flushNow(folder)
  for (const name of copiesIn(folder).slice(KEPT)) rmSync(join(folder, name))
}

/** Names of the copies, the newest first; unfinished ones are removed. */
function copiesIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names.filter((one) => LEFT.test(one))) rmSync(join(folder, name))
  return names
    .filter((name) => name.endsWith('.sqlite') && !name.startsWith(LATER))
    .sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs)
}

/** Unfinished copies, and SQLite's own files next to them. */
const LEFT = /\.part(-journal|-wal|-shm)?$/

/** Prefix of a database that `putBack` has set aside. */
const LATER = 'despues-'

export interface Undone {
  /** Where the newer one is now. */
  apartada: string
  /** The copy that has its place, as a path in the data folder. */
  copia: string
  /** When it was made, in milliseconds since 1970. */
  en: number
}

/**
 * Puts the copy from before an upgrade in the place of a database that is newer than this version, which is set aside. The caller has the
 * folder's lock. After an interruption one or the other is there, whole. No server starts on the older one until `finishUndo`: a second
 * call continues the work.
 * @returns null if the database is not newer: there is nothing to undo.
 * @throws UpgradeError if there is no copy that this version knows.
 */
export function putBack(dataDir: string, steps: readonly SchemaStep[], now: number): Undone | null {
  const file = join(dataDir, DATABASE_FILE)
  const isKnown = (database: string) => unknownSteps(stepsOf(database), steps).length === 0
  const mark = join(dataDir, UNDOING_FILE)
  if (isKnown(file)) {
    if (existsSync(mark)) return JSON.parse(readFileSync(mark, 'utf8')) as Undone
    return null
  }
  const folder = join(dataDir, COPIES)
  const copy = copiesIn(folder).find((name) => isKnown(join(folder, name)))
  if (copy === undefined) {
    throw new UpgradeError(
      `En ${folder} no hay una copia que este programa pueda usar. Instala la versión más nueva, o recupera un respaldo en una carpeta vacía.`,
    )
  }
  const aside = join(folder, `${LATER}${now}.sqlite`)
  const fresh = `${file}.vuelve`
  copyWhole(file, aside)
  copyWhole(join(folder, copy), fresh)
  // The newer one's log belongs to nobody else: without it one rename changes all.
  const newer = new DatabaseSync(file)
  newer.exec('pragma journal_mode = delete')
  newer.close()
  const undone = { apartada: aside, copia: `${COPIES}/${copy}`, en: Math.floor(statSync(join(folder, copy)).mtimeMs) }
  // Half a mark would be none that can be read.
  const begun = `${mark}.part`
  makePrivateFile(begun)
  writeFileSync(begun, JSON.stringify(undone))
  flushNow(begun)
  renameSync(begun, mark)
  flushNow(dataDir)
  renameSync(fresh, file)
  flushNow(dataDir)
  return undone
}

/** The older version's sales are paused: servers may start. */
export function finishUndo(dataDir: string): void {
  rmSync(join(dataDir, UNDOING_FILE))
  flushNow(dataDir)
}

/** With the changes that are only in its log yet. */
function copyWhole(from: string, to: string): void {
  rmSync(to, { force: true })
  const source = new DatabaseSync(from, { timeout: 10_000 })
  try {
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
  flushNow(to)
}
