import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accentOf, accentStyle, contrastOf, read } from './accent.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

/** The colours of both themes as the pages have them. */
const [DARK, LIGHT] = readFileSync(join(import.meta.dirname, '../platform/web/tokens.css'), 'utf8')
  .split('[data-theme="light"]')
  .map((part) =>
    Object.fromEntries([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex])),
  ) as [Record<string, string>, Record<string, string>]

function expectReadable(text: string | undefined, ground: string | undefined, what: string): void {
  expect(contrastOf(read(text ?? ''), read(ground ?? '')), what).toBeGreaterThanOrEqual(4.5)
}

test('any colour of the operator stays readable in both themes', () => {
  fc.assert(
    fc.property(colour, (color) => {
      const accent = accentOf(color)
      expectReadable(accent.brand, accent.onBrand, 'on the accent')
      for (const [theme, text, wash] of [
        [DARK, accent.darkText, accent.darkWash],
        [LIGHT, accent.lightText, accent.lightWash],
      ] as const) {
        for (const ground of ['bg', 'surface', 'raised'] as const) expectReadable(text, theme[ground], ground)
        expectReadable(text, wash, 'accent text on its wash')
        expectReadable(theme['text'], wash, 'text on the wash')
      }
    }),
    { numRuns: 2000 },
  )
})

test('our own colours are readable on every ground of their theme', () => {
  for (const theme of [DARK, LIGHT]) {
    for (const ground of ['bg', 'surface', 'raised'] as const) {
      for (const text of ['text', 'text-2', 'text-3', 'calm-text', 'danger'] as const)
        expectReadable(theme[text], theme[ground], `${text} on ${ground}`)
    }
  }
})

test('a malformed colour cannot reach the style sheet', () => {
  expect(accentStyle('red}body{display:none')).toBe(accentStyle('#ffa53d'))
})
