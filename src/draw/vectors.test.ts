import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { randomnessOf } from './beacon.ts'
import { emittedAt, QUICKNET, roundFrom } from './chain.ts'
import { pickPlace } from './pick-place.ts'
import { sha256 } from './server/sha256.ts'
import { rootOf } from './tree.ts'

const [, vectors = ''] = readFileSync(join(import.meta.dirname, '../../docs/draw.md'), 'utf8').split('## Test vectors')
const hashes = vectors.match(/`[\da-f]{64,96}`/g)?.map((quoted) => quoted.slice(1, -1)) ?? []
const [signature = '', randomness = '', list = '', ...roots] = hashes

test('the vectors that docs/draw.md gives to who writes his own are those of the product', async () => {
  expect(emittedAt(QUICKNET, 1_000)).toBe(Date.parse('2023-08-23T11:59:24-04:00'))
  expect(roundFrom(QUICKNET, Date.parse('2023-08-23T11:59:22-04:00') as Instant)).toBe(1_000)
  expect(vectors).toContain(`is ${roundFrom(QUICKNET, Date.parse('2026-12-21T09:00:00-04:00') as Instant)}.`)
  expect(await randomnessOf(QUICKNET, 1_000, signature, sha256)).toBe(randomness)

  const rows = [...vectors.matchAll(/^\| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) => row.slice(1).map(Number))
  expect(rows).toHaveLength(5)
  for (const [prize = 0, count = 0, place] of rows) {
    expect(await pickPlace(list, randomness, prize, count, sha256)).toBe(place)
  }

  const lines = vectors.match(/`\d{4},[\dA-Z]{12}`/g)?.map((quoted) => quoted.slice(1, -1)) ?? []
  expect(roots).toHaveLength(3)
  for (const [place, root] of roots.entries()) expect(await rootOf(lines.slice(0, place + 1), sha256)).toBe(root)
})
