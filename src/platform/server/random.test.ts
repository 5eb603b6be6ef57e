import { expect, it } from 'vitest'
import { randomId, systemRandom } from './random.ts'

it('names things by 128 bits, never twice', () => {
  const ids = Array.from({ length: 1_000 }, () => randomId(systemRandom))
  expect(new Set(ids).size).toBe(1_000)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/)
})

it('draws uniformly: chi-squared over 100 numbers stays below what chance exceeds once in a billion runs', () => {
  const draws = 100_000
  const counts = new Array<number>(100).fill(0)
  for (let drawn = 0; drawn < draws; drawn++) {
    const number = systemRandom.below(100)
    counts[number] = (counts[number] ?? 0) + 1
  }
  const expected = draws / 100
  const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  expect(chiSquared).toBeLessThan(209)
})
