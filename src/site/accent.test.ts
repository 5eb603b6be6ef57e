import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOf, accentStyle, contrast } from './accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('any colour of the operator stays readable in both themes', () => {
  fc.assert(
    fc.property(colour, (color) => {
      const accent = accentOf(color)
      expect(contrast(accent.brand, accent.onBrand)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent.darkText, '#1f2838')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accent.lightText, '#f0e8d9')).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 2000 },
  )
})

test('a malformed colour cannot reach the style sheet', () => {
  expect(accentStyle('red}body{display:none')).toBe(accentStyle('#ffa53d'))
})
