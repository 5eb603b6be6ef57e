import { expect, it } from 'vitest'
import { findCycles } from './import-cycles.ts'
import { writeTree } from './write-tree.ts'

const cyclesOf = (files: Record<string, string>) => findCycles(writeTree(files))

it('finds files that import each other, by a way round and by types too', () => {
  expect(
    cyclesOf({
      'tickets/a.ts': "import './b.ts'",
      'tickets/b.ts': "export * from '#tickets/c.ts'",
      'tickets/c.ts': "import type { A } from './a.ts'\nexport type C = A",
      'raffles/d.ts': "import '#tickets/a.ts'",
    }),
  ).toEqual([['tickets/a.ts', 'tickets/b.ts', 'tickets/c.ts']])
})

it('lets a file that is loaded later use its loader, and finds nothing where there is nothing', () => {
  expect(
    cyclesOf({
      'tickets/a.ts': "export const load = () => import('./b.ts')",
      'tickets/b.ts': "import { load } from './a.ts'\nload()",
      'tickets/c.ts': "import './a.ts'\nimport './b.ts'",
    }),
  ).toEqual([])
})
