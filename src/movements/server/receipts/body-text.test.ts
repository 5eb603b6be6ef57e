import { expect, test } from 'vitest'
import { readTime } from './body-text.ts'

test.each([
  ['20/11/2026 8:30 p. m.', '2026-11-21T00:30:00.000Z'],
  ['20/11/2026 8:30\u202fp.\u00a0m.', '2026-11-21T00:30:00.000Z'],
  ['20/11/2026, 8:30:15 p. m.', '2026-11-21T00:30:15.000Z'],
  ['20-11-26 12:05 a. m.', '2026-11-20T04:05:00.000Z'],
  ['20-11-2026 8:30 PM', '2026-11-21T00:30:00.000Z'],
  ['20/11/2026 20:30', '2026-11-21T00:30:00.000Z'],
  ['2026-11-20T20:30', '2026-11-21T00:30:00.000Z'],
  ['2026-11-21T00:30:00Z', '2026-11-21T00:30:00.000Z'],
  ['1795220000', '2026-11-21T00:13:20.000Z'],
  ['1795220000123', '2026-11-21T00:13:20.123Z'],
  // The text after an hour may be anything, also a phone: then nobody knows it.
  ['20/11/2026 8:30 04140000111', null],
  ['20/11/2026', null],
  ['8:30 p. m.', null],
  ['', null],
])('the time of a phone, «%s», is %s', (text, time) => {
  const at = readTime(text)
  expect(at === null ? null : new Date(at).toISOString()).toBe(time)
})
