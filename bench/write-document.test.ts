import { expect, test } from 'vitest'
import { failedRow, formatTable, isMissed, type Row } from './table.ts'
import { withRows } from './write-document.ts'

const row = (measure: string, ratio: number): Row => ({
  ...{ measure, ratio, ours: `${ratio}`, limit: '1', target: { sign: '<=', ratio: 1 }, note: '' },
})

const HEAD = '| measure | ours | its limit | ratio | target | result | note | day |'
const UNDER = '| --- | --- | --- | --- | --- | --- | --- | --- |'
const DOCUMENT = `# Benchmarks

What people wrote.

a machine · 2026-11-21

${HEAD}
${UNDER}
| sales | 0.5 | 1 | 0.50 | <= 1 | ok |  | 2026-11-21 |
| holds | 0.6 | 1 | 0.60 | <= 1 | ok |  | 2026-11-21 |

- What people wrote too.

## Measured by themselves
`
const said = (rows: readonly Row[], whole: boolean) =>
  withRows(DOCUMENT, rows, { day: '2026-11-25', machine: 'this machine', whole })

test('a part of the bench writes its own rows under its day, and leaves the others and every word around them', () => {
  const held = '| holds | 1.5 | 1 | 1.50 | <= 1 | missed |  | 2026-11-25 |'
  const green = '| green | 0.25 | 1 | 0.25 | <= 1 | ok |  | 2026-11-25 |'
  expect(said([row('holds', 1.5), row('green', 0.25)], false)).toBe(
    DOCUMENT.replace(/\| holds .*/, `${held}\n${green}`).replace(
      'a machine · 2026-11-21',
      'this machine · each row of the day that it names, from 2026-11-21 to 2026-11-25 · 1 targets missed',
    ),
  )
})

test('the whole bench leaves no row that is measured no more', () => {
  const whole = said([row('holds', 0.5)], true)
  expect(whole).not.toContain('| sales |')
  expect(whole).toContain('this machine · 2026-11-25 · every target met')
  expect(whole).toContain('## Measured by themselves')
})

test('a measure that throws is a line that says so, and why', () => {
  const failed = failedRow('green', new Error('Timeout 30000ms exceeded.\nCall log: …'))
  expect(isMissed(failed)).toBe(false)
  expect(formatTable([failed])).toMatch(/green +failed +failed +Timeout 30000ms exceeded\.$/)
})
