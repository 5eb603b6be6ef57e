import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

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
