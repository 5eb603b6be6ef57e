import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '../private-folder.ts'

/** A lock that nobody refers to would be closed by the garbage collector. */
const held = new Set<DatabaseSync>()

/** Another server already works on this data folder. */
export class FolderInUseError extends Error {}

/**
 * Keeps a second server off a data folder. The lock is SQLite's own lock on an empty file, which the operating system
 * lets go when the process ends, however it ends.
 * @returns what releases it.
 * @throws FolderInUseError
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  makePrivateFile(join(dataDir, 'servidor.lock'))
  const lock = new DatabaseSync(join(dataDir, 'servidor.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new FolderInUseError(
      `Otro servidor ya usa la carpeta ${dataDir}. Detén ese servidor o indica otra con DATA_DIR.`,
    )
  }
  held.add(lock)
  return () => {
    held.delete(lock)
    lock.close()
  }
}
