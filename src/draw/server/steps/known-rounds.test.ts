import { expect, test } from 'vitest'
import { readRound } from '../known-rounds.ts'
import { sha256 } from '../sha256.ts'
import { sampleLeague } from '../testing/sample-draw.ts'

test('a verified round counts for that signature, of that round, by that league, and no other', async () => {
  const [one, other] = [sampleLeague(31), sampleLeague(32)]
  const said = await readRound(one.chain, 7, one.sign(7), sha256)
  expect(said).toMatch(/^[\da-f]{64}$/)
  expect(await readRound(one.chain, 7, one.sign(7), sha256)).toBe(said)
  expect(await readRound(one.chain, 7, one.sign(8), sha256)).toBeNull()
  expect(await readRound(one.chain, 8, one.sign(7), sha256)).toBeNull()
  expect(await readRound(other.chain, 7, one.sign(7), sha256)).toBeNull()
})
