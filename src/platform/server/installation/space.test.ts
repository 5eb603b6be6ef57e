import { expect, test } from 'vitest'
import { judgeSpace } from './space.ts'

const GB = 1024 ** 3

test.each([
  // A disk of 20 GB warns below its 5 %, and is grave below a quarter of that.
  [20, 1.1, 'bien'],
  [20, 0.9, 'aviso'],
  [20, 0.24, 'grave'],
  // A large one below 5 GB, not below 200.
  [4_000, 6, 'bien'],
  [4_000, 4.9, 'aviso'],
  [4_000, 1.2, 'grave'],
  // A small one below 500 MB, a tiny one below a fifth.
  [5, 0.49, 'bien'],
  [5, 0.48, 'aviso'],
  [1, 0.21, 'bien'],
  [1, 0.19, 'aviso'],
  [1, 0.04, 'grave'],
] as const)('of %f GB, %f GB free: %s', (total, free, level) => {
  expect(judgeSpace(free * GB, total * GB).level).toBe(level)
})
