import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bigEndian, type Sha256 } from './bytes.ts'
import { pickPlace } from './pick-place.ts'
import { sha256 } from './server/sha256.ts'

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

test('every number is as likely as any other: chi-square of 20,000 draws of 20, at the level of 0.001', async () => {
  const seen = new Array<number>(20).fill(0)
  for (let draw = 0; draw < 20_000; draw++) {
    const place = await pickPlace(hash(`lista ${draw % 7}`), hash(`faro ${draw}`), draw % 3, 20, sha256)
    seen[place] = (seen[place] ?? 0) + 1
  }
  const expected = 20_000 / 20
  const chi = seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  // 19 degrees of freedom: a fair draw stays below 43.82 in 999 of 1,000 seeds; this one is always the same.
  expect(chi).toBeLessThan(43.82)
})

test('a digest in the last, incomplete stretch is drawn again', async () => {
  const asked: number[] = []
  const first = new Uint8Array(32).fill(255)
  const counting: Sha256 = async (bytes) => {
    const attempt = bytes.at(-1) ?? 0
    asked.push(attempt)
    return attempt === 0 ? first : bigEndian(12_345, 32)
  }
  expect(await pickPlace('00'.repeat(32), '11'.repeat(32), 2, 1_000, counting)).toBe(345)
  expect(asked).toEqual([0, 1])
  // Of a power of two nothing is incomplete.
  expect(await pickPlace('00'.repeat(32), '11'.repeat(32), 2, 1_024, counting)).toBe(1_023)
})
