import { expect, test } from 'vitest'
import { niceScale } from './home-sales.tsx'

test('marks are round, few and reach the highest value', () => {
  expect(niceScale(1106)).toEqual([0, 500, 1000, 1500])
  expect(niceScale(684)).toEqual([0, 200, 400, 600, 800])
  expect(niceScale(10)).toEqual([0, 2.5, 5, 7.5, 10])
  expect(niceScale(0.01).at(-1)).toBeGreaterThanOrEqual(0.01)
  for (const most of [1, 3, 7, 12, 99, 101, 2_400, 33_333, 9_999_999.99]) {
    const marks = niceScale(most)
    expect(marks.length, String(most)).toBeLessThanOrEqual(5)
    expect(marks.at(-1), String(most)).toBeGreaterThanOrEqual(most)
  }
})

test('nothing sold leaves an empty axis', () => {
  expect(niceScale(0)).toEqual([0, 1])
  expect(niceScale(Number.NaN)).toEqual([0, 1])
})
