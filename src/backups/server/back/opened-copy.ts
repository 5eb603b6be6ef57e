import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockFor } from '#platform/server/db/instance-lock.ts'
import { absent } from '#platform/server/files.ts'

const NAME = 'tombola-verifica-'
/** Until it is locked. Nothing is in it, so nobody has to sweep it. */
const UNLOCKED = 'tombola-vacia-'

/** Of this process. Looking at their lock would let it go (POSIX drops a lock with any descriptor of its file). */
const own = new Set<string>()

/**
 * A folder of the temporary one in which a copy is opened, key and all, for as long as `work` takes. What a run that was killed left
 * of its own goes first.
 */
export async function inOpenedCopy<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await sweep()
  const empty = await mkdtemp(join(tmpdir(), UNLOCKED))
  const folder = empty.replace(UNLOCKED, NAME)
  const release = lockFor('verify', empty)
  own.add(folder)
  try {
    await rename(empty, folder)
    return await work(folder)
  } finally {
    release?.()
    await remove(folder).finally(() => own.delete(folder))
  }
}

/** Removes folders of this user in which nobody works any more. One that cannot be removed is no reason to verify nothing. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (!name.startsWith(NAME) || own.has(folder)) continue
    const found = await lstat(folder).catch(absent)
    if (!found?.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) continue
    try {
      const release = lockFor('verify', folder)
      if (release) await remove(folder).finally(release)
    } catch {}
  }
}

/** Again where somebody who sweeps put his lock into it meanwhile. */
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 20 })
