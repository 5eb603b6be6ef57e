import { chmodSync, existsSync, mkdirSync, mkdtempSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder } from './remove-folder.ts'
import { placeForAll, removeLeftOvers } from './run-folder.ts'

/** Higher than any that a system gives. */
const NOBODY = 2 ** 30
let base: string
beforeEach(() => {
  base = mkdtempSync('/tmp/tombola-base-')
  chmodSync(base, 0o711)
})
afterEach(() => removeFolder(base))

test('leftovers of a killed run are removed, and never files that may be in use in another container', () => {
  const [silent, heard, own] = [`tombola-run-${NOBODY}-a`, `tombola-run-${NOBODY}-b`, `tombola-run-${process.pid}-c`]
  for (const name of [silent, heard, own, 'other']) mkdirSync(join(base, name, 'inside'), { recursive: true })
  const long = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [silent, own, 'other']) utimesSync(join(base, name), long, long)
  removeLeftOvers(base)
  expect([silent, heard, own, 'other'].map((name) => existsSync(join(base, name)))).toEqual([false, true, true, true])
})

test('a folder that is too long for a socket, or private while root starts programs of others, is no place for a run', () => {
  expect(placeForAll(base)).toBe(base)
  const long = join(base, 'a'.repeat(60))
  mkdirSync(long)
  expect(placeForAll(long)).toBe('/tmp')
  chmodSync(base, 0o700)
  expect(placeForAll(base)).toBe(process.getuid?.() === 0 ? '/tmp' : base)
})
