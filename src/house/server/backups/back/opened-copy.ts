import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppError, refusal } from '#platform/errors.ts'
import type { Config } from '#platform/server/config.ts'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { DATABASE_FILE } from '#platform/server/db/sqlite.ts'
import { absent, isWritable } from '#platform/server/files.ts'
import { INSTALLATION_FILE } from '#platform/server/installation/installation.ts'
import { KEY_FILE } from '#platform/server/installation/keys.ts'
import { judgeSpace, readSpace } from '#platform/server/installation/space.ts'

const NAME = 'tombola-verifica-'
/** Until it is locked. Nothing is in it, so nobody has to sweep it. */
const UNLOCKED = 'tombola-vacia-'
/** On Debian 13 and in a container `/tmp` is memory; this never is. */
const ON_DISK = '/var/tmp'

/** Size of the files that SQLite writes next to an open database. */
const LOG = 2 * 2 ** 20

/** Of this process. Looking at their lock would let it go (POSIX drops a lock with any descriptor of its file). */
const own = new Set<string>()

/**
 * A folder in which a copy is opened, key and all, while `work` runs. Leftovers of killed runs are removed first.
 * @param bytes of its content.
 * @throws AppError SIN_ESPACIO
 */
export async function inOpenedCopy<T>(
  { dataDir }: Pick<Config, 'dataDir'>,
  bytes: number,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  for (const each of new Set([dataDir, ON_DISK, tmpdir()])) await sweep(each)
  const where = await findRoom(dataDir)
  const { free, total } = await readSpace(where)
  const needed = bytes + LOG
  // The shop's own space is left to it.
  if (where === dataDir ? judgeSpace(free - needed, total).level === 'grave' : free < needed) {
    throw noRoom(where, `hacen falta ${megabytes(needed)} y quedan ${megabytes(free)}`)
  }
  const empty = await mkdtemp(join(where, UNLOCKED))
  const folder = empty.replace(UNLOCKED, NAME)
  const release = lockFor('verify', empty)
  own.add(folder)
  try {
    await rename(empty, folder)
    return await work(folder)
  } catch (error) {
    throw (await isFull(error, where)) ? noRoom(where, 'el disco se llenó', error) : error
  } finally {
    release?.()
    await remove(folder).finally(() => own.delete(folder))
  }
}

/**
 * In TMPDIR if set. Else inside of the data folder, which holds a key already, rather than next to the copy, which others may read
 * and which may be sealed; a machine without an installation has only its own temporary folder.
 */
async function findRoom(dataDir: string): Promise<string> {
  if (process.env['TMPDIR']) return tmpdir()
  const there = (await readdir(dataDir).catch(() => [])) as string[]
  const installed = [DATABASE_FILE, INSTALLATION_FILE, KEY_FILE].some((name) => there.includes(name))
  for (const folder of [...(installed ? [dataDir] : []), ON_DISK]) if (await isWritable(folder)) return folder
  return tmpdir()
}

/** Whether a disk had no room: the copy is not to blame. SQLite calls it an error of the disk. */
async function isFull(error: unknown, where: string): Promise<boolean> {
  const { code } = (error ?? {}) as { code?: unknown }
  return code === 'ENOSPC' || code === 'EDQUOT' || (await readSpace(where)).free < LOG
}

function noRoom(where: string, what: string, cause?: unknown): AppError {
  const details = `Para abrir la base de datos del respaldo, ${what} en ${where}. No se verificó. Haz lugar, o indica con TMPDIR una carpeta de otro disco.`
  return refusal('SIN_ESPACIO', { error: 'No cabe el respaldo', details, cause })
}

const megabytes = (size: number) => `${Math.ceil(size / 2 ** 20)} MB`

/** Removes folders of this user in which nobody works any more. One that cannot be removed is no reason to verify nothing. */
async function sweep(where: string): Promise<void> {
  for (const name of await readdir(where).catch(() => [] as string[])) {
    const folder = join(where, name)
    if (!name.startsWith(NAME) || own.has(folder)) continue
    const found = await lstat(folder).catch(absent)
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue
    try {
      const release = lockFor('verify', folder)
      if (release) await remove(folder).finally(release)
    } catch {}
  }
}

/** Tries again if another process's sweep put its lock into it meanwhile. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 20 })
