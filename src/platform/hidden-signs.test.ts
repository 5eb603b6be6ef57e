import { expect, it } from 'vitest'
import { withoutHidden } from './hidden-signs.ts'

it('keeps visible signs and drops the others', () => {
  const cases: Record<string, string> = {
    'Moto\u202e\u2066 200\u200b cc\ufeff': 'Moto 200 cc',
    '\u2068Carla\u2069 \u200e+58': 'Carla +58',
    'so\u00adft \u034f\u3164x': 'soft x',
    'uno\u2028dos\u2029': 'uno\ndos\n',
    'Jose\u0301': 'José',
    'Línea\nsegunda\ttres': 'Línea\nsegunda\ttres',
  }
  for (const [typed, seen] of Object.entries(cases)) expect(withoutHidden(typed)).toBe(seen)
})

it('leaves an emoji whole, and joins nothing else', () => {
  for (const emoji of ['❤️‍🔥', '👨‍👩‍👧‍👦', '🏍️', '👍🏽', '🏴‍☠️', '1️⃣', '🇻🇪'])
    expect(withoutHidden(`${emoji} Moto`)).toBe(`${emoji} Moto`)
  expect(withoutHidden('a\u200db')).toBe('ab')
  expect(withoutHidden('🔥\u200dMoto')).toBe('🔥Moto')
  expect(withoutHidden('Moto\ufe0f')).toBe('Moto')
})
