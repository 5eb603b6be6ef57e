import { existsSync } from 'node:fs'

const SHELL = '/usr/bin/chromium-headless-shell'
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium', SHELL]

const given = process.env['CHROMIUM']
/** The browser of this machine, or CHROMIUM; null when there is none, or that is empty. */
export const chromium = given === undefined ? (PLACES.find((path) => existsSync(path)) ?? null) : given || null

/** The same without the windows of a desk, where there is one: two thirds of the work for each visitor, who sees no window. */
export const withoutWindows = given === undefined && existsSync(SHELL) ? SHELL : chromium

/** Vitest's global set-up of the journeys: what a machine lacks is said aloud. */
export default function setup(): (() => void) | undefined {
  if (chromium !== null) return undefined
  return () => {
    process.stderr.write('\n*** SKIPPED: every browser journey. Install chromium or set CHROMIUM to its path. ***\n')
  }
}
