import { expect, test } from 'vitest'
import { RootBuilder } from './server/list/root-builder.ts'
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

test('line after line, as the server reckons it, the root of a list of any length is the same', async () => {
  const lines = Array.from({ length: 70 }, (_, at) => `${at},código`)
  const builder = new RootBuilder()
  expect(builder.root()).toBeNull()
  for (const [place, line] of lines.entries()) {
    builder.add(line)
    expect(builder.root()).toBe(await rootOf(lines.slice(0, place + 1), sha256))
  }
})
