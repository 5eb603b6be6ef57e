import { rmSync } from 'node:fs'

/**
 * Removes a folder of a test that has ended. A process that was killed, or a program's own children, may make a last file in it while it is
 * emptied: it is emptied again then, for some twenty seconds at most.
 */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
