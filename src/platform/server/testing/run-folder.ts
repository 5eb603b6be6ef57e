import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const MEMORY = '/dev/shm'
const NAME = /^tombola-run-(\d+)-/
/** A raffle of a million numbers on both engines fits several times. */
const ROOM = 4 * 2 ** 30

/**
 * Vitest's global set-up: all temporary files of a run are in a folder of its own, in memory where the system has room for them
 * there. What a test writes is not to outlive it, and a thousand databases wait for a disk otherwise; tests that are about a disk
 * make their own.
 * @returns removes the folder and all that tests left in it.
 */
export default function setup(): () => void {
  const base = hasRoom() ? MEMORY : tmpdir()
  removeLeftOvers(base)
  const folder = mkdtempSync(join(base, `tombola-run-${process.pid}-`))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Whether it is the folder of a run, and so of no other. */
export function isRunFolder(folder: string): boolean {
  return NAME.test(basename(folder))
}

/** Whoever names a folder for temporary files gets that one. */
function hasRoom(): boolean {
  if (process.env['TMPDIR'] !== undefined) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}

/** Of runs that were killed: memory is not given back by itself. */
function removeLeftOvers(base: string): void {
  for (const name of readdirSync(base)) {
    const pid = Number(NAME.exec(name)?.[1] ?? 0)
    if (pid === 0 || isRunning(pid)) continue
    try {
      rmSync(join(base, name), { recursive: true, force: true })
    } catch {
      // Another user's.
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
