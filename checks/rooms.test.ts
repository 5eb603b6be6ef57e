import { expect, it } from 'vitest'
import { findRoomProblems } from './rooms.ts'
import { writeTree } from './write-tree.ts'

const problemsOf = (files: Record<string, string>) => findRoomProblems(writeTree(files))

it('accepts a room that imports rooms before it, its own root and its own side, and tests that import the whole product', () => {
  expect(
    problemsOf({
      'platform/money.ts': 'export const a = 1',
      'platform/server/db.ts': "import 'node:fs'\nexport const b = 1",
      'tickets/contract.ts': "import { z } from 'zod'\nimport { a } from '#platform/money.ts'\nexport { z, a }",
      'tickets/server/hold.ts':
        "import { b } from '#platform/server/db.ts'\nimport { a } from '../contract.ts'\nexport { a, b }",
      'tickets/shop/grid.tsx':
        "import { a } from '#platform/money.ts'\nimport type { z } from 'zod'\nexport const grid = (z: z.ZodType) => [a, z]",
      'tickets/server/hold.test.ts': "import 'node:fs'\nimport './hold.ts'\nimport '#app/server/create-app.ts'",
    }),
  ).toEqual([])
})

it.each([
  ['a folder that is no room', { 'helpers/a.ts': '' }, /src\/helpers: not a room/],
  ['a folder that is no side', { 'tickets/utils/a.ts': '' }, /src\/tickets\/utils: a room has/],
  [
    'a room above',
    { 'tickets/server/a.ts': "import '#review/server/b.ts'" },
    /a\.ts:1 room tickets may not import review/,
  ],
  ['a room above by its type', { 'tickets/a.ts': "import type { B } from '#review/b.ts'" }, /may not import review/],
  ['a room above by a re-export', { 'tickets/a.ts': "\nexport * from '#review/b.ts'" }, /a\.ts:2 room tickets may not/],
  [
    'a room above by import()',
    { 'tickets/server/a.ts': "await import('#review/server/b.ts')" },
    /may not import review/,
  ],
  ['the server in the shop', { 'tickets/shop/a.tsx': "import '../server/b.ts'" }, /shop may not import server/],
  ['the shop in the panel', { 'tickets/panel/a.tsx': "import '#raffles/shop/b.tsx'" }, /panel may not import shop/],
  ['the server at the root', { 'tickets/a.ts': "import './server/b.ts'" }, /root may not import server/],
  ['a relative path to another room', { 'tickets/a.ts': "import '../raffles/b.ts'" }, /write #raffles/],
  ['an absolute path to its own room', { 'tickets/a.ts': "import '#tickets/b.ts'" }, /write a relative path/],
  ['Node at the root', { 'tickets/a.ts': "import { join } from 'node:path'\njoin()" }, /may not import node:path/],
  ['Node without its prefix', { 'tickets/a.ts': "import { join } from 'path'\njoin()" }, /may not import path/],
  ['a package at the root', { 'tickets/a.ts': "import { sql } from 'kysely'\nsql()" }, /package kysely/],
  ['zod in the shop', { 'tickets/shop/a.tsx': "import { z } from 'zod'\nz()" }, /may not carry zod/],
  ['a file outside the rooms', { 'tickets/a.ts': "import '../../bench/b.ts'" }, /outside the rooms/],
])('refuses %s', (_, files, reason) => {
  const problems = problemsOf(files as unknown as Record<string, string>)
  expect(problems.join('\n')).toMatch(reason)
  expect(problems).toHaveLength(1)
})
