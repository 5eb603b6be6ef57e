import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FlushWitness } from './flush-witness.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tombola-witness-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A folder that is not there stands for a file system that makes nothing any more. */
const GONE = 'gone'

test('it asks only when the files took room, and leaves nothing in the folder', async () => {
  const file = join(folder, 'log')
  const witness = new FlushWitness(join(folder, GONE), [file])
  await witness.afterFlush()
  appendFileSync(file, Buffer.alloc(20_000))
  await expect(witness.afterFlush()).rejects.toThrow(/ENOENT/)
  const well = new FlushWitness(folder, [file])
  await well.afterFlush()
  appendFileSync(file, Buffer.alloc(20_000))
  await well.afterFlush()
  await well.close()
  expect(readdirSync(folder)).toEqual(['log'])
})

test('what was not believed is asked again, until it is believed', async () => {
  const file = join(folder, 'log')
  appendFileSync(file, Buffer.alloc(20_000))
  const witness = new FlushWitness(join(folder, GONE), [file])
  await expect(witness.afterFlush()).rejects.toThrow(/ENOENT/)
  // What took room may have none any more: the doubt stays.
  rmSync(file)
  await expect(witness.afterFlush()).rejects.toThrow(/ENOENT/)
  mkdirSync(join(folder, GONE))
  await witness.afterFlush()
  rmSync(join(folder, GONE), { recursive: true })
  await witness.afterFlush()
  await witness.close()
})
