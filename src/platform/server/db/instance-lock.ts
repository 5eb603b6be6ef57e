import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder, makePrivateFile } from '../installation/private-folder.ts'

/** A lock that nobody refers to would be closed by the garbage collector. */
const held = new Map<DatabaseSync, string>()

/** SQLite's code for a file that another process has locked (SQLITE_BUSY): any other error means no other process. */
const BUSY = 5

/** Another server already works on this data folder. */
export class FolderInUseError extends Error {}

/** Tasks that one process at a time does with a folder, and the lock file of each. */
const LOCKS = {
  serve: 'servidor.lock',
  backup: 'respaldo.lock',
  build: 'construccion.lock',
  unpack: 'registro.lock',
  verify: 'verifica.lock',
  near: 'imagenes.lock',
} as const

/**
 * Keeps a second server off a data folder.
 * @returns a function that releases it.
 * @throws FolderInUseError
 */
export function lockDataFolder(dataDir: string): () => void {
  const release = lockFor('serve', dataDir)
  if (release) return release
  throw new FolderInUseError(
    `Otro servidor ya usa la carpeta ${dataDir}. Detén ese servidor o indica otra con DATA_DIR.`,
  )
}

/** Does a job while no server can start on a data folder. @throws FolderInUseError, and the job's own */
export async function withFolder<T>(dataDir: string, job: () => Promise<T>): Promise<T> {
  const release = lockDataFolder(dataDir)
  try {
    return await job()
  } finally {
    release()
  }
}

/** Whether another process does that with the folder. */
export function isLockedByOther(job: keyof typeof LOCKS, folder: string): boolean {
  if ([...held.values()].includes(join(folder, LOCKS[job]))) return false
  const release = lockFor(job, folder)
  release?.()
  return release === null
}

/**
 * The lock is SQLite's own on an empty file, which the operating system lets go when the process ends, however it ends.
 * @returns a function that releases it; null when another process has it.
 */
export function lockFor(job: keyof typeof LOCKS, folder: string): (() => void) | null {
  const file = join(folder, LOCKS[job])
  makeFolder(folder)
  makePrivateFile(file)
  const lock = new DatabaseSync(file)
  try {
    // Nothing is written next to it: a full disk must not look like another process.
    // Of two simultaneous calls one has it: neither waits for the other to stop reading, as `exclusive` would.
    lock.exec('pragma journal_mode = memory; begin immediate')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return null
    throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  held.set(lock, file)
  return () => {
    held.delete(lock)
    lock.close()
  }
}
