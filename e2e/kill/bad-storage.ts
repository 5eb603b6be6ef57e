import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'

/** @see storage-shim.c; `fails` and `hangs` are of files whose names end so. */
type Storage = { flushTakes: number } | { fails: string } | { hangs: string } | 'readonly' | 'well'

/** Storage that is slow, or refuses to write or to flush, for one server: between it and the C library. */
export interface BadStorage {
  /** For the server's environment. */
  env: Record<string, string>
  /** How its storage is from now on. */
  be(how: Storage): void
  /** Takes what is in the folder now for flushed. Its server must not be running. */
  takeForFlushed(): void
  /**
   * Leaves in the folder what was flushed of it and nothing else, files and names, as the worst of power cuts does. Its server
   * must have ended.
   */
  losePower(): void
  remove(): void
}

/** Why this machine cannot make it, or null. */
export const badStorageMissing: string | null = lookForCompiler()

function lookForCompiler(): string | null {
  if (process.platform !== 'linux') return 'needs Linux'
  try {
    execFileSync('gcc', ['--version'], { stdio: 'ignore' })
    return null
  } catch {
    return 'needs gcc (Debian: gcc and libc6-dev)'
  }
}

/** @param folder whose storage it is. */
export function createBadStorage(folder: string): BadStorage {
  const place = mkdtempSync(join(tmpdir(), 'tombola-storage-'))
  const library = join(place, 'storage.so')
  const state = join(place, 'state')
  const flushed = join(place, 'flushed')
  execFileSync('gcc', ['-O2', '-shared', '-fPIC', '-o', library, join(import.meta.dirname, 'storage-shim.c'), '-ldl'])
  writeFileSync(state, '')
  mkdirSync(flushed)

  function take(path: string): void {
    const entries = readdirSync(path, { withFileTypes: true })
    const lines = entries.map((entry) => {
      const child = join(path, entry.name)
      const inode = statSync(child).ino
      if (entry.isDirectory()) take(child)
      else copyFileSync(child, join(flushed, `file-${inode}`))
      return `${entry.isDirectory() ? 'd' : 'f'} ${inode} ${entry.name}\n`
    })
    writeFileSync(join(flushed, `folder-${statSync(path).ino}`), lines.join(''))
  }

  /** @param inode of the folder as it was. */
  function putBack(inode: string, path: string): void {
    mkdirSync(path, { recursive: true })
    const names = join(flushed, `folder-${inode}`)
    // A folder that was never flushed is empty.
    if (!existsSync(names)) return
    for (const line of readFileSync(names, 'utf8').split('\n').filter(Boolean)) {
      const [kind = '', own = ''] = line.split(' ', 2)
      const child = join(path, line.slice(kind.length + own.length + 2))
      const bytes = join(flushed, `file-${own}`)
      if (kind === 'd') putBack(own, child)
      else if (existsSync(bytes)) copyFileSync(bytes, child)
      else writeFileSync(child, '')
    }
  }

  return {
    env: {
      LD_PRELOAD: library,
      TOMBOLA_SHIM_FOLDER: folder,
      TOMBOLA_SHIM_STATE: state,
      TOMBOLA_SHIM_FLUSHED: flushed,
    },
    takeForFlushed() {
      removeFolder(flushed)
      mkdirSync(flushed)
      take(folder)
    },
    losePower() {
      const inode = String(statSync(folder).ino)
      for (const name of readdirSync(folder)) removeFolder(join(folder, name))
      putBack(inode, folder)
    },
    be: (how) => writeFileSync(state, told(how)),
    remove: () => removeFolder(place),
  }
}

/** As the library reads it. */
function told(how: Storage): string {
  if (how === 'well') return ''
  if (typeof how === 'string') return how
  const [[what, more] = []] = Object.entries(how)
  return `${what === 'flushTakes' ? 'slow' : what} ${more}`
}
