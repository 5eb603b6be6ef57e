import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

/** The browser of this machine, or CHROMIUM; null when there is none. */
export const chromium = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path)) ?? null

/** Vitest's global set-up of the journeys: what a machine lacks is said aloud. */
export default function setup(): (() => void) | undefined {
  if (chromium !== null) return undefined
  return () => {
    process.stderr.write('\n*** SKIPPED: every browser journey. Install chromium or set CHROMIUM to its path. ***\n')
  }
}
