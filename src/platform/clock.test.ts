import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDays,
  after,
  type CalendarDate,
  dayInCaracas,
  formatDatedInstant,
  formatDay,
  formatDrawDay,
  formatInstant,
  formatWholeInstant,
  type Instant,
  parseDay,
  startOfDay,
} from './clock.ts'

const at = (iso: string) => Date.parse(iso) as Instant
const day = (text: string) => text as CalendarDate

it('turns the day at midnight in Caracas, four hours after UTC', () => {
  expect(dayInCaracas(at('2026-11-20T23:59:59Z'))).toBe('2026-11-20')
  expect(dayInCaracas(at('2026-11-21T00:01:00Z'))).toBe('2026-11-20')
  expect(dayInCaracas(at('2026-11-21T03:59:59.999Z'))).toBe('2026-11-20')
  expect(dayInCaracas(at('2026-11-21T04:00:00Z'))).toBe('2026-11-21')
})

it('agrees with the time zone database, all year round and years apart', () => {
  const caracas = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Caracas' })
  // From 2017, after Venezuela's last change of its clocks (1 May 2016).
  fc.assert(
    fc.property(fc.integer({ min: at('2017-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') }), (time) => {
      expect(dayInCaracas(time as Instant)).toBe(caracas.format(time))
    }),
  )
})

it('counts days over months, leap years and back', () => {
  expect(addDays(day('2026-11-25'), 7)).toBe('2026-12-02')
  expect(addDays(day('2028-02-28'), 1)).toBe('2028-02-29')
  expect(addDays(day('2026-03-01'), -1)).toBe('2026-02-28')
  fc.assert(
    fc.property(fc.integer({ min: -20_000, max: 20_000 }), (days) => {
      const moved = addDays(day('2026-11-20'), days)
      expect(addDays(moved, -days)).toBe('2026-11-20')
      expect(startOfDay(moved) - startOfDay(day('2026-11-20'))).toBe(days * 86_400_000)
      expect(dayInCaracas(startOfDay(moved))).toBe(moved)
      expect(dayInCaracas(after(startOfDay(moved), -1))).toBe(addDays(moved, -1))
    }),
  )
})

it.each([
  '0000-00-00',
  '0000-01-01',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '20/11/2026',
  '',
  '2026-11-20T00:00',
  ' 2026-11-20',
])('is no day: %j', (text) => {
  expect(parseDay(text)).toBeNull()
})

it('reads a real day', () => {
  expect(parseDay('2026-12-19')).toBe('2026-12-19')
  expect(parseDay('2028-02-29')).toBe('2028-02-29')
})

it('writes days and instants in Spanish', () => {
  expect(formatDay(day('2026-12-09'))).toBe('9 de diciembre')
  expect(formatDrawDay(day('2026-12-19'))).toBe('19 de Diciembre')
  expect(formatInstant(at('2026-11-20T14:41:00Z'))).toBe('20 de noviembre, 10:41\u00a0a.\u00a0m.')
  expect(formatInstant(at('2026-11-21T00:05:00Z'))).toBe('20 de noviembre, 8:05\u00a0p.\u00a0m.')
  expect(formatInstant(at('2026-11-21T04:00:00Z'))).toBe('21 de noviembre, 12:00\u00a0a.\u00a0m.')
  expect(formatInstant(at('2026-11-20T16:00:00Z'))).toBe('20 de noviembre, 12:00\u00a0p.\u00a0m.')
  expect(formatDatedInstant(at('2026-01-01T03:59:59Z'))).toBe('31/12/2025, 11:59\u00a0p.\u00a0m.')
  expect(formatWholeInstant(at('2026-12-21T00:00:00Z'))).toBe('domingo 20 de diciembre de 2026, 8:00\u00a0p.\u00a0m.')
})
