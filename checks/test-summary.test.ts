import { expect, test } from 'vitest'
import type { TestCase } from 'vitest/node'
import { tellFailure } from './test-summary.ts'

test('a failure is read alone: the whole sentence, what was expected and received, and the picture', () => {
  const failed = (error: object, meta = {}) =>
    tellFailure('e2e/a.test.ts', {
      fullName: 'the shop > sells',
      result: () => ({ state: 'failed', errors: [error] }),
      meta: () => meta,
    } as unknown as TestCase)
  expect(
    failed({ message: 'x', expected: '1', actual: `2\n${'3'.repeat(300)}` }, { screenshots: ['/a b.png'] }),
  ).toEqual([
    'FAILED e2e/a.test.ts > the shop > sells',
    '  expected: 1',
    `  received: 2 ${'3'.repeat(198)} …`,
    '  screenshot: /a b.png',
  ])
  expect(failed({ message: 'waited\nin vain' })).toEqual([
    'FAILED e2e/a.test.ts > the shop > sells',
    '  waited in vain',
  ])
})
