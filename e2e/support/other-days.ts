/**
 * Loaded into a server (`--import`), and by that into what it runs beside itself: `DAYS_FILE` says how many milliseconds their clock is
 * ahead, so that the night comes when a test says so.
 * A copy stands still with the folder that it has just made as long as `.hold` is beside that file: a test ends it there, however fast it is.
 */
import fs, { existsSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const file = process.env['DAYS_FILE'] ?? ''

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

const makeFolder = fs.mkdirSync
const held = (...given: Parameters<typeof makeFolder>) => {
  const made = makeFolder(...given)
  const moment = new Int32Array(new SharedArrayBuffer(4))
  if (String(given[0]).endsWith('respaldo.tmp')) while (existsSync(`${file}.hold`)) Atomics.wait(moment, 0, 0, 10)
  return made
}
fs.mkdirSync = held as typeof makeFolder
syncBuiltinESMExports()
