import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { randomnessOf } from './beacon.ts'
import { emittedAt, isPublic, QUICKNET, roundFrom } from './chain.ts'
import { sha256 } from './server/sha256.ts'
import { sampleLeague } from './server/testing/sample-draw.ts'

/** Of the real chain. */
const SIGNED = 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const RANDOMNESS = 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd'

test('a round that quicknet signed says what it says, and for no other round', async () => {
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

test('a chain that somebody made for himself is not the public one', () => {
  expect(isPublic(QUICKNET)).toBe(true)
  expect(isPublic(sampleLeague().chain)).toBe(false)
  expect(isPublic({ ...QUICKNET, periodo: 30 })).toBe(false)
})
