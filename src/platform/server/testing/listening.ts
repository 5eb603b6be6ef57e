import type { Server } from 'node:net'
import { onTestFinished } from 'vitest'
import { closeHere, listenHere } from './here.ts'

/** Lets a test's own server listen on loopback until the test ends, or until its process does where a suite opens it. @returns its port. */
export async function listening(server: Server): Promise<number> {
  const port = await listenHere(server)
  try {
    onTestFinished(() => void closeHere(server))
  } catch {
    // Opened in a hook and not in a test.
  }
  return port
}
