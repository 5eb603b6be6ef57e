import { expect, test } from 'vitest'
import { dateLine } from './date-line.ts'

test('a day and its month, as text or as the instant that some hosts send', () => {
  expect(dateLine('2026-12-19', 'Al agotarse')).toBe('19 de Diciembre')
  expect(dateLine('2026-01-01T00:00:00.000Z', 'Al agotarse')).toBe('1 de Enero')
  expect(dateLine('2026-03-05 20:00:00', 'Al agotarse')).toBe('5 de Marzo')
})

test('no valid date is told by the text of the page instead', () => {
  const days = ['', '0000-00-00', '1969-12-31T20:00:00-04:00', '1970-01-01T00:00:00.000Z', '2026-02-30', '19/12/2026']
  for (const fecha of [...days, '0001-01-01', '1900-01-00', null, undefined])
    expect(dateLine(fecha, 'Al vender 80%')).toBe('Al vender 80%')
})
