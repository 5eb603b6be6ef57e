import { expect, test } from 'vitest'
import { tellFailure } from './test-summary.ts'

const failed = (error: object, meta = {}) =>
  tellFailure('e2e/a.test.ts', 'the shop > sells', [{ message: 'x', ...error }], meta)

test('a failure is read alone: the whole sentence, the expected and the received, and the picture', () => {
  const stacks = [7, 9].map((line) => ({
    method: '',
    file: `/x/e2e/${line === 7 ? 'support/b' : 'a.test'}.ts`,
    line,
    column: 1,
  }))
  const found = { message: 'body: expected 2 to be 1', stacks, expected: '1', actual: `2\n${'3'.repeat(300)}` }
  expect(failed(found, { screenshots: ['/a b.png'] })).toEqual([
    'FAILED e2e/a.test.ts > the shop > sells',
    '  line 9: body: expected 2 to be 1',
    '  expected: 1',
    `  received: 2 ${'3'.repeat(198)} …`,
    '  screenshot: /a b.png',
  ])
  expect(failed({ message: 'waited\n\u001b[31min vain' })).toEqual([
    'FAILED e2e/a.test.ts > the shop > sells',
    '  waited in vain',
  ])
  expect(tellFailure('src/a.test.ts', null, [{ message: 'cannot be loaded' }])[0]).toBe('FAILED src/a.test.ts')
})

test.each([
  ['0042', 'a text that it should not have'],
  ['/\\b0042\\b/', 'a pattern'],
  [`${'-'.repeat(400)}0043${'-'.repeat(400)}`, 'another text'],
  ['/(/', 'a path that is no pattern', '/(/0042'],
])('a difference in a long text is shown by the place of %s: %s', (expected, _, what = '0042') => {
  const around = `${'-'.repeat(400)}${what}${'-'.repeat(400)}`
  expect(failed({ expected, actual: around }).at(-1)).toMatch(/^ {2}received: … -{90,}\S*0042-{90,} …$/)
})
