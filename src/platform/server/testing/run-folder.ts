import { chmodSync, mkdtempSync, readdirSync, statfsSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { removeFolder } from './remove-folder.ts'

const MEMORY = '/dev/shm'
const NAME = /^tombola-run-(\d+)-/
/** A raffle of a million numbers on both engines fits several times. */
const ROOM = 4 * 2 ** 30
/** A socket's address has 107 bytes, of which programs want some for folders of their own. */
const LONGEST = 50
/** How often a run marks itself alive, and after which silence it counts as dead. */
const [SAYS_EVERY, SILENT] = [30_000, 3_600_000]

/**
 * Vitest's global set-up: all temporary files of a run are in a folder of its own, in memory where the system has room for them
 * there. Files of a test need not outlive it, and a disk would slow a thousand databases; tests about a disk make their own.
 * @returns a function that removes the folder and all that tests left in it.
 */
export default function setup(): () => void {
  const base = hasRoom() ? MEMORY : placeForAll(tmpdir())
  removeLeftOvers(base)
  const folder = mkdtempSync(join(base, `tombola-run-${process.pid}-`))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  // Hundreds of children read the same sources.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'node-compile-cache')
  const saying = setInterval(() => utimesSync(folder, new Date(), new Date()), SAYS_EVERY).unref()
  return () => {
    clearInterval(saying)
    removeFolder(folder)
  }
}

/** Whether it is the folder of a run, and so of no other. */
export function isRunFolder(folder: string): boolean {
  return NAME.test(basename(folder))
}

/** A folder named in TMPDIR is used. */
function hasRoom(): boolean {
  if (process.env['TMPDIR'] !== undefined) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}

/**
 * The named folder, if every program that tests start can have a socket there. Those of root run as other users, who cannot enter
 * a private one.
 */
function placeForAll(named: string): string {
  const entered = process.getuid?.() !== 0 || pathOf(named).every((folder) => (statSync(folder).mode & 0o001) !== 0)
  if (entered && Buffer.byteLength(named) <= LONGEST) return named
  process.stderr.write(`Temporary files are in /tmp: ${named} is ${entered ? 'too long for a socket' : 'private'}.\n`)
  return '/tmp'
}

function pathOf(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...pathOf(parent)]
}

/** Of killed runs: memory is not given back by itself. A run in another container has no process here, and marks itself alive. */
function removeLeftOvers(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0)
    if (pid === 0 || isRunning(pid)) continue
    try {
      if (Date.now() - statSync(join(base, name)).mtimeMs > SILENT) removeFolder(join(base, name))
    } catch {
      // Another user's, or another run removes it too.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
