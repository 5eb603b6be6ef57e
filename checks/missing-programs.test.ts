import { expect, test } from 'vitest'
import { countMissing, readSource } from './missing-programs.ts'

test('a missing program is named with the tests that it costs, and a test that is skipped for nothing is told', () => {
  const age = 'describe.skipIf(!hasAge)('
  expect(
    countMissing([
      { name: 'a > x · PostgreSQL > one', source: '' },
      { name: 'a > x · PostgreSQL > two', source: age },
      { name: 'b > age as Debian has it > three', source: age },
      { name: 'c > four', source: "test.skip('four')" },
    ]),
  ).toEqual({
    lines: [
      expect.stringMatching(/^MISSING PostgreSQL \(.+\): 2 tests were not run$/),
      'MISSING age (age): 1 tests were not run',
    ],
    unexplained: ['c > four'],
  })
})

test('neither PostgreSQL nor root nor Python is missing for no reason', () => {
  const skipped = ['server/db/postgres.test.ts', '../house/server/backups/nightly/full-disk.test.ts'].map((file) => ({
    name: file,
    source: readSource(`src/platform/${file}`),
  }))
  const { lines, unexplained } = countMissing([...skipped, { name: 'a > python3: judges', source: '' }])
  expect([lines.length, unexplained]).toEqual([3, []])
})
