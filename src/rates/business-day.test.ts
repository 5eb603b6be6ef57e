import { expect, test } from 'vitest'
import type { CalendarDate } from '#platform/clock.ts'
import { nextBusinessDay, valueDay } from './business-day.ts'

test.each([
  ['a day alone', '2026-06-12', '2026-06-12'],
  ['midnight in Caracas, as the source dates a fecha valor', '2026-10-06T00:00:00-04:00', '2026-10-06'],
  ['the same instant in UTC', '2026-10-06T04:00:00.000Z', '2026-10-06'],
  ['a morning, when it still shows the rate of that day', '2026-06-11T13:28:27.091Z', '2026-06-11'],
  ['an evening, when it shows the next day’s', '2026-06-11T21:02:47.165Z', '2026-06-12'],
  ['an evening in Caracas that is tomorrow in UTC', '2026-06-12T01:00:00Z', '2026-06-12'],
  ['a Friday evening', '2026-06-12T21:00:00Z', '2026-06-15'],
  ['a Saturday morning', '2026-06-13T14:00:00Z', '2026-06-15'],
  ['a Sunday morning', '2026-06-14T14:00:00Z', '2026-06-15'],
])('%s', (_what, text, day) => {
  expect(valueDay(text)).toBe(day)
})

test.each([
  '',
  'hoy',
  '2026-02-30',
  '2026-02-30T00:00:00-04:00',
  '0000-00-00',
  '2026-06-12T00:00:00',
  '12/06/2026',
  '+010000-01-01T00:00:00Z',
  '2026-06-12T99:00:00Z',
])('no date: %j', (text) => {
  expect(valueDay(text)).toBeNull()
})

test('the next business day skips the weekend', () => {
  expect(
    ['2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14'].map((day) => nextBusinessDay(day as CalendarDate)),
  ).toEqual(['2026-06-12', '2026-06-15', '2026-06-15', '2026-06-15'])
})
