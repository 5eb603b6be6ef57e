import { existsSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { readMutants } from './mutants/list.ts'

const MUTANTS = readMutants()

test('every mutant names a text that is in its file once, another in its place, and tests that exist', () => {
  const wrong = MUTANTS.flatMap(({ file, from, to, danger, tests }) => {
    const whole = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const times = whole.split(from).length - 1
    const gone = tests.filter((test) => !existsSync(test))
    const faults = [
      ...(times === 1 ? [] : [`its text is there ${times} times`]),
      ...(from === to ? ['changes nothing'] : []),
      // What does not run is noticed by anything.
      ...(parseSync(
        file,
        whole.replace(from, () => to),
      ).errors.length === 0
        ? []
        : ['does not parse']),
      ...(danger === '' ? ['says no danger'] : []),
      ...(tests.length === 0 ? ['names no test'] : gone.map((test) => `${test} is gone`)),
    ]
    return faults.map((fault) => `${file} «${from.slice(0, 60)}»: ${fault}`)
  })
  expect(wrong).toEqual([])
})

test('the list is as long as it was promised to be', () => {
  expect(MUTANTS.length).toBeGreaterThanOrEqual(195)
})
