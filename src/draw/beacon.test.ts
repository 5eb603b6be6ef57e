import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { randomnessOf } from './beacon.ts'
import { pickPlace } from './bytes.ts'
import { type Chain, isPublic, QUICKNET, roundFrom } from './chain.ts'
import { sha256 } from './server/sha256.ts'
import { sampleLeague } from './server/testing/sample-draw.ts'

/** When a round is emitted. */
const emittedAt = ({ genesis, periodo }: Chain, round: number) => (genesis + (round - 1) * periodo) * 1_000

const [, vectors = ''] = readFileSync(join(import.meta.dirname, '../../docs/draw.md'), 'utf8').split('## Test vectors')
const hashes = vectors.match(/`[\da-f]{64,96}`/g)?.map((quoted) => quoted.slice(1, -1)) ?? []
/** Of the real chain first. */
const [SIGNED = '', RANDOMNESS = '', list = ''] = hashes

test('a round that quicknet signed is valid, and for no other round', async () => {
  expect(await randomnessOf(QUICKNET, 1_000, SIGNED, sha256)).toBe(RANDOMNESS)
  expect(await randomnessOf(QUICKNET, 1_001, SIGNED, sha256)).toBeNull()
  for (const signature of ['', 'zz', SIGNED.slice(2), SIGNED.toUpperCase(), `a${SIGNED.slice(1)}`, '00'.repeat(48)]) {
    expect(await randomnessOf(QUICKNET, 1_000, signature, sha256), signature).toBeNull()
  }
  expect(await randomnessOf(QUICKNET, 1_000, sampleLeague().sign(1_000), sha256)).toBeNull()
})

test('the first round at or after an instant', () => {
  const first = QUICKNET.genesis * 1_000
  expect(roundFrom(QUICKNET, first as Instant)).toBe(1)
  expect(roundFrom(QUICKNET, (first + 1) as Instant)).toBe(2)
  expect(roundFrom(QUICKNET, (first + 3_000) as Instant)).toBe(2)
  expect(roundFrom(QUICKNET, 0 as Instant)).toBe(1)
  expect(emittedAt(QUICKNET, 1_000)).toBe(first + 999 * 3_000)
  for (const instant of [first + 12_345_678, first + 12_345_000]) {
    const round = roundFrom(QUICKNET, instant as Instant)
    expect(emittedAt(QUICKNET, round)).toBeGreaterThanOrEqual(instant)
    expect(emittedAt(QUICKNET, round - 1)).toBeLessThan(instant)
  }
})

test('a self-made chain is not the public one', () => {
  expect(isPublic(QUICKNET)).toBe(true)
  expect(isPublic(sampleLeague().chain)).toBe(false)
  expect(isPublic({ ...QUICKNET, periodo: 30 })).toBe(false)
})

test('the vectors that docs/draw.md gives to writers of verifiers are those of the product', async () => {
  expect(emittedAt(QUICKNET, 1_000)).toBe(Date.parse('2023-08-23T11:59:24-04:00'))
  expect(roundFrom(QUICKNET, Date.parse('2023-08-23T11:59:22-04:00') as Instant)).toBe(1_000)
  expect(vectors).toContain(`is ${roundFrom(QUICKNET, Date.parse('2026-12-21T09:00:00-04:00') as Instant)}.`)
  expect(await randomnessOf(QUICKNET, 1_000, SIGNED, sha256)).toBe(RANDOMNESS)

  const rows = [...vectors.matchAll(/^\| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) => row.slice(1).map(Number))
  expect(rows).toHaveLength(5)
  for (const [prize = 0, count = 0, place] of rows) {
    expect(await pickPlace(list, RANDOMNESS, prize, count, sha256)).toBe(place)
  }
})
