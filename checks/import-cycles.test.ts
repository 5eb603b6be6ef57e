import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findCycles } from './import-cycles.ts'

const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true, force: true })
})

function cyclesOf(files: Record<string, string>): string[][] {
  const src = mkdtempSync(join(tmpdir(), 'tombola-cycles-'))
  trees.push(src)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(src, path)), { recursive: true })
    writeFileSync(join(src, path), text)
  }
  return findCycles(src)
}

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
