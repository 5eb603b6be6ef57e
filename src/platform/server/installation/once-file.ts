import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { absent } from '../files.ts'

/** The text of a file that is written once, or null before that. */
export function readOnce(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    return absent(error)
  }
}

/**
 * Writes a small file for its owner alone, whole or not at all, and for good before this returns. A process that loses the race
 * finds the other's.
 * @returns whether it was this process that made it.
 */
export function writeOnce(file: string, text: string): boolean {
  const temporary = `${file}.${process.pid}.nueva`
  const handle = openSync(temporary, 'w', 0o600)
  try {
    writeSync(handle, `${text}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  try {
    linkSync(temporary, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
    flushNow(dirname(file))
  }
}

/** Makes a file, or the names in a folder, survive a power cut before this returns. */
export function flushNow(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
