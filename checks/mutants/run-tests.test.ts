import { expect, test } from 'vitest'
import { judge, type Report } from './run-tests.ts'

test.each<[name: string, report: Report | null, code: number, kind: string]>([
  ['what passes', report(['passed']), 0, 'green'],
  ['an assertion', report(['passed'], ['failed', 'AssertionError: expected 1 to be 2']), 1, 'red'],
  ['an assertion beside a test without an end', report(['failed', late()], ['failed', 'Error: no such row']), 1, 'red'],
  ['a file that cannot be read', report(), 1, 'red'],
  ['a process that dies', null, 134, 'red'],
  ['a failure outside of every test', report(['passed']), 1, 'red'],
  ['a test without an end', report(['passed'], ['failed', late()]), 1, 'hang'],
])('%s is told for what it is', (_, said, code, kind) => {
  expect(judge(said, code, '').kind).toBe(kind)
})

test('a set-up without an end is not an assertion', () => {
  const printed = (error: string) => ` FAIL  a.test.ts\n${error}\n    at a.test.ts:1:1`
  expect(judge(report(['passed']), 1, printed('Error: Hook timed out in 60000ms.')).kind).toBe('hang')
  expect(judge(report(['passed']), 1, printed('Error: Cannot find module')).kind).toBe('red')
})

test('the tests that passed are counted, not those that another engine has', () => {
  expect(judge(report(['passed'], ['skipped'], ['passed']), 0, '')).toEqual({ kind: 'green', tests: 2 })
})

/** A file that holds these tests, or one that could not be read when there are none. */
function report(...tests: [status: string, message?: string][]): Report {
  const failed = tests.length === 0 || tests.some(([status]) => status === 'failed')
  const assertionResults = tests.map(([status, message], index) => ({
    fullName: `test ${index}`,
    status,
    failureMessages: message ? [message] : [],
  }))
  return { testResults: [{ name: 'a.test.ts', status: failed ? 'failed' : 'passed', message: '', assertionResults }] }
}

function late(): string {
  return 'Error: Test timed out in 30000ms.\nIf this is a long-running test'
}
