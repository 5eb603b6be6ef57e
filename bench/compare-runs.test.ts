import { expect, test } from 'vitest'
import { compareRuns } from './compare-runs.ts'
import type { Row } from './table.ts'

const row = (measure: string, looks: number[]): Row => ({
  ...{ measure, looks, ours: '', limit: '', ratio: null, target: null, note: '' },
})

test('a slower measure is told when no look of now is as good as the worst of before; an overlap is noise', () => {
  const before = { sales: [1.5, 1.6, 1.7], holds: [10, 14, 12], pages: [5, 6], gone: [1] }
  const said = compareRuns(before, [
    row('sales', [1.2, 1.4]),
    row('holds', [9, 10.5]),
    row('pages', [7, 8]),
    row('new', [1]),
  ])
  expect(said.split('\n')).toEqual([
    'slower: sales: 1.60 → 1.30',
    'faster: pages: 5.50 → 7.50',
    '3 compared; 1 slower beyond noise, 1 faster',
    'not measured now: gone',
  ])
})
