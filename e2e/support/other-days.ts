/**
 * Loaded into a server (`--import`), and by that into what it runs beside itself: `DAYS_FILE` says how many milliseconds their clock is
 * ahead, and a pause of a minute between two looks is a moment, so that the night comes when a test says so.
 */
import { readFileSync } from 'node:fs'

const file = process.env['DAYS_FILE'] ?? ''
const MINUTE = 60_000
const MOMENT = 200

const now = Date.now.bind(Date)
let ahead = 0
let looked = Number.NEGATIVE_INFINITY
Date.now = () => {
  const real = now()
  if (real - looked > 20) {
    looked = real
    ahead = Number(readFileSync(file, 'utf8'))
  }
  return real + ahead
}

const later = globalThis.setTimeout
const sooner = (work: () => void, pause?: number, ...rest: unknown[]) =>
  later(work, pause === MINUTE ? MOMENT : pause, ...rest)
globalThis.setTimeout = Object.assign(sooner, later) as typeof later
