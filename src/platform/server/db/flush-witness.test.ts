import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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

test('it asks only when the files took room, and leaves nothing in the folder', () => {
  const file = join(folder, 'log')
  const witness = new FlushWitness(join(folder, GONE), [file])
  witness.afterCommit()
  appendFileSync(file, Buffer.alloc(20_000))
  expect(() => witness.afterCommit()).toThrow(/ENOENT/)
  const well = new FlushWitness(folder, [file])
  well.afterCommit()
  appendFileSync(file, Buffer.alloc(20_000))
  well.afterCommit()
  well.close()
  expect(readdirSync(folder)).toEqual(['log'])
})

test('what was not believed is asked again before anything else is written, until it is believed', () => {
  const file = join(folder, 'log')
  appendFileSync(file, Buffer.alloc(20_000))
  const witness = new FlushWitness(join(folder, GONE), [file])
  witness.beforeWriting()
  expect(() => witness.afterCommit()).toThrow()
  expect(() => witness.beforeWriting()).toThrow()
  // What took room may have none any more: the doubt stays.
  rmSync(file)
  expect(() => witness.beforeWriting()).toThrow()
  expect(witness.doubts).toBe(3)
})
