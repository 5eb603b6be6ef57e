import { closeSync, createReadStream, lstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { absent } from '#platform/server/files.ts'
import { measuring } from '#platform/server/object-store/pieces.ts'
import { type Place, UNFINISHED } from './place.ts'

/** Bytes read together: a proof in one piece or two. */
const PIECE = 512 << 10

/**
 * Copies in a folder. Foreign links and pipes in it are neither read nor written through. Bytes are written without a thread:
 * waking one costs a processor more than the write. Calls that may wait for a missing disk run in a thread before.
 */
export function folderPlace(folder: string): Place {
  const path = (key: string) => join(folder, key)
  const made = new Set<string>()
  return {
    name: folder,
    folder,
    async put(key, source) {
      const unfinished = `${path(key)}${UNFINISHED}`
      const into = dirname(key)
      if (!made.has(into)) await ownFolder(folder, into)
      made.add(into)
      const measured = measuring(source)
      rmSync(unfinished, { force: true })
      const file = openSync(unfinished, 'wx', 0o600)
      try {
        for await (const part of measured.bytes) writeFileSync(file, part)
        renameSync(unfinished, path(key))
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        throw error
      } finally {
        closeSync(file)
      }
      return measured.result()
    },
    async open(key) {
      const found = await look(path(key))
      if (!found?.isFile()) return null
      return { stream: createReadStream(path(key), { highWaterMark: PIECE }), size: found.size }
    },
    async *list(prefix) {
      // Ours are one or two folders deep; the rest may be a whole disk.
      const [top = '', ...below] = prefix.split('/')
      const wanted = (name: string) => (below.length > 0 ? name === top : name.startsWith(top))
      for (const key of await namesUnder(folder, 3, wanted)) {
        const found = key.startsWith(prefix) ? lstatSync(path(key), { throwIfNoEntry: false }) : null
        if (found?.isFile()) yield { key, size: found.size }
      }
    },
    async remove(key) {
      await rm(path(key), { force: true })
      // The last one takes its folder with it.
      made.delete(dirname(key))
      if (dirname(key) !== '.') await rmdir(dirname(path(key))).catch(() => {})
    },
  }
}

async function look(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return null
    return absent(error)
  }
}

/** Makes the folders of a key, for our eyes only. @throws when one of them is a link, or no folder. */
async function ownFolder(top: string, below: string): Promise<void> {
  let path = top
  for (const name of below.split('/').filter((part) => part !== '.')) {
    path = join(path, name)
    await mkdir(path, { mode: 0o700 }).catch(() => {})
    if (!(await lstat(path)).isDirectory()) throw new Error(`${path} no es una carpeta nuestra: lleva a otro lugar.`)
  }
}

async function namesUnder(folder: string, depth: number, wanted = (_: string) => true): Promise<string[]> {
  const names: string[] = []
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? []) {
    if (!wanted(entry.name)) continue
    if (entry.isFile()) names.push(entry.name)
    if (!entry.isDirectory() || depth === 1) continue
    for (const name of await namesUnder(join(folder, entry.name), depth - 1)) names.push(`${entry.name}/${name}`)
  }
  return names.sort()
}

/** Why a path cannot be a folder for copies, apart from the system's refusals (`systemTrouble`), as a sentence; null for anything else. */
export function folderTrouble(error: unknown): string | null {
  const { code, path = 'esa ruta' } = (error ?? {}) as { code?: string; path?: string }
  switch (code) {
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} no es una carpeta.`
    // Also of a disk that goes away while it is copied there.
    case 'ENOENT':
      return `No está la carpeta que la contiene (${path}). Si es otro disco, pide que lo conecten.`
    case 'ELOOP':
    case 'ENAMETOOLONG':
    case 'EIO':
      return `${path} no se puede usar (${code}).`
    default:
      return null
  }
}
