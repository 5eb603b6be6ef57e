/**
 * Loaded into a program (`--import`), and by that into what it runs beside itself: how many milliseconds their clock is ahead, which
 * `DAYS_AHEAD` says, or the file `DAYS_FILE` at any moment, so that the night comes when a test says so.
 * A copy stands still with the folder that it has just made as long as `.hold` is beside that file: a test ends it there, however fast it is.
 */
import fs, { existsSync, readFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'

const file = process.env['DAYS_FILE']

const Own = Date
const now = Date.now.bind(Date)
let ahead = Number(process.env['DAYS_AHEAD'] ?? 0)
let looked = Number.NEGATIVE_INFINITY
Date.now = () => {
  const real = now()
  if (file !== undefined && real - looked > 20) {
    looked = real
    ahead = Number(readFileSync(file, 'utf8'))
  }
  return real + ahead
}
function Ahead(...given: [number]): Date {
  return given.length > 0 ? new Own(...given) : new Own(Own.now())
}
globalThis.Date = Object.setPrototypeOf(Object.assign(Ahead, { prototype: Own.prototype }), Own)

// Node's own header has the time of the machine, and the panel goes by it.
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...given: Parameters<typeof writeHead>) {
  if (!this.hasHeader('date')) this.setHeader('date', new Date().toUTCString())
  return writeHead.apply(this, given)
} as typeof writeHead

const makeFolder = fs.mkdirSync
const held = (...given: Parameters<typeof makeFolder>) => {
  const made = makeFolder(...given)
  const moment = new Int32Array(new SharedArrayBuffer(4))
  if (String(given[0]).endsWith('respaldo.tmp')) while (existsSync(`${file}.hold`)) Atomics.wait(moment, 0, 0, 10)
  return made
}
fs.mkdirSync = held as typeof makeFolder
syncBuiltinESMExports()
