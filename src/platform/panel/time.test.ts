import { expect, test } from 'vitest'
import type { CalendarDate } from '../clock.ts'
import { formatCountdown, formatDays, formatLeft, formatMoment, formatWait, tellUntil } from './time.ts'

const MINUTE = 60_000

test.each([
  [-5, '1 min'],
  [59_999, '1 min'],
  [MINUTE, '1 min'],
  [59 * MINUTE, '59 min'],
  [60 * MINUTE, '1 h'],
  [125 * MINUTE, '2 h 5 min'],
  [24 * 60 * MINUTE, '1 día'],
  [72 * 60 * MINUTE, '3 días'],
])('%d ms of waiting is %s', (milliseconds, expected) => {
  expect(formatWait(milliseconds)).toBe(expected)
})

test('a grace of three days lasts three days, also a moment later', () => {
  expect(formatLeft(3 * 86_400_000 - 5_000)).toBe('3 días')
  expect(formatLeft(86_400_000 - 1)).toBe('1 día')
  expect(formatLeft(2 * 3_600_000 - 1_000)).toBe('2 h')
  expect(formatLeft(90 * 60_000)).toBe('1 h 30 min')
})

test('a countdown never shows less than is left', () => {
  expect(formatCountdown(17_001)).toBe('0:18')
  expect(formatCountdown(282_000)).toBe('4:42')
  expect(formatCountdown(-1)).toBe('0:00')
})

test('a moment is told in Caracas, with its day when it is not today', () => {
  const evening = Date.parse('2026-11-21T00:30:00Z')
  expect(formatMoment('2026-11-20T14:41:00Z', evening)).toBe('10:41\u00a0a.\u00a0m.')
  expect(formatMoment('2026-11-20T03:59:00Z', evening)).toBe('19 nov, 11:59\u00a0p.\u00a0m.')
  expect(tellUntil('2026-11-20T14:41:00Z', evening)).toBe('hasta las 10:41\u00a0a.\u00a0m.')
  expect(tellUntil('2026-11-20T17:05:00Z', evening)).toBe('hasta la 1:05\u00a0p.\u00a0m.')
  expect(tellUntil('2026-11-20T04:00:00Z', evening)).toBe('hasta el 19 nov')
  expect(tellUntil('2026-11-20T03:59:00Z', evening)).toBe('hasta el 19 nov, 11:59\u00a0p.\u00a0m.')
})

test('days of one month share its name', () => {
  expect(formatDays('2026-11-13' as CalendarDate, '2026-11-20' as CalendarDate)).toBe('13–20 nov')
  expect(formatDays('2026-10-28' as CalendarDate, '2026-11-04' as CalendarDate)).toBe('28 oct – 4 nov')
})
