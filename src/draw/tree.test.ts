import { expect, test } from 'vitest'
import { sha256 } from './server/sha256.ts'
import { climb, pathOf, rootOf } from './tree.ts'

test('each line of a list of any length comes to its root by its own way, and by no other', async () => {
  for (const length of [1, 2, 3, 5, 8, 13, 64, 100]) {
    const lines = Array.from({ length }, (_, at) => `${at},código`)
    const root = await rootOf(lines, sha256)
    for (const [place, line] of lines.entries()) {
      const path = await pathOf(lines, place, sha256)
      expect(await climb(line, path, sha256)).toBe(root)
      expect(await climb(`${line}x`, path, sha256)).not.toBe(root)
      if (path.length > 0) expect(await climb(line, path.slice(1), sha256)).not.toBe(root)
    }
  }
  expect(await rootOf([], sha256)).toBeNull()
})
