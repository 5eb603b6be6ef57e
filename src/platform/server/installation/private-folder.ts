import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const FOLDER = 0o700
const FILE = 0o600

/** Makes an empty file that only this user reads, unless it is there: SQLite's files next to it take its rights. */
export function makePrivateFile(file: string): void {
  closeSync(openSync(file, 'a', FILE))
}

/** Nothing that this process makes from now on is for other users of the machine. */
export function makePrivate(): void {
  process.umask(0o077)
}

/**
 * Takes the data folder from every other user of the machine: it holds proofs, names and mails. Contents are checked only if their folder was open,
 * so that a start does not check a million proofs. From now on all files of this process and its children are private, whatever umask it was given.
 * @returns how many files and folders were open to others, and how many of them could not be closed.
 */
export function closeFolder(folder: string): { closed: number; left: number } {
  makePrivate()
  const counted = { closed: 0, left: 0 }
  close(folder, counted)
  return counted
}

function close(path: string, counted: { closed: number; left: number }): void {
  let found: ReturnType<typeof lstatSync>
  try {
    found = lstatSync(path)
  } catch {
    return
  }
  // The target of a link is not ours to close.
  if (found.isSymbolicLink() || (found.mode & 0o077) === 0) return
  try {
    if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name), counted)
    chmodSync(path, found.isDirectory() ? FOLDER : FILE)
    counted.closed++
  } catch {
    counted.left++
  }
}

/**
 * Makes a folder for this user alone, with its missing parents. Node's own way (`recursive`) never ends if the system makes none and
 * reports an existing parent as missing: below /proc.
 * @throws the system's error, and ENOTSUP if no folder can be made at all
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Somebody else was first.
    if (isFolder(path)) return
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause
    throw Object.assign(new Error(`no folder can be made at ${path}`, { cause }), { code: 'ENOTSUP', path })
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
