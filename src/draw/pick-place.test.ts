import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { bigEndian, type Sha256 } from './bytes.ts'
import { QUICKNET, roundFrom } from './chain.ts'
import { followRule } from './follow-rule.ts'
import { inMemory } from './list.ts'
import { pickPlace } from './pick-place.ts'
import { sha256 } from './server/sha256.ts'
import { CLOSED, sampleRule } from './server/testing/sample-draw.ts'

const ROUND = roundFrom(QUICKNET, (Date.parse(CLOSED) + 13 * 3_600_000) as Instant)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

test('every number is as likely as any other: chi-square of 20,000 draws of 20, at the level of 0.001', async () => {
  const seen = new Array<number>(20).fill(0)
  for (let draw = 0; draw < 20_000; draw++) {
    const place = await pickPlace(hash(`lista ${draw % 7}`), hash(`faro ${draw}`), draw % 3, 20, sha256)
    seen[place] = (seen[place] ?? 0) + 1
  }
  // 19 degrees of freedom: a fair draw stays below 43.82 in 999 of 1,000 seeds; this one is always the same.
  expect(chiSquare(seen)).toBeLessThan(43.82)
})

/** How far those counts are from being alike. */
function chiSquare(seen: readonly number[]): number {
  const expected = seen.reduce((sum, count) => sum + count, 0) / seen.length
  return seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

test.each([
  ['whoever comes buys the next numbers', false],
  ['the same, and nobody wins twice', true],
])(
  'it does not matter who bought when: chi-square of 6,000 draws of 3 prizes, at the level of 0.001; %s',
  async (_how, once) => {
    // Twelve people, who bought one after the other, with two numbers each: the order of the list is that of their purchases.
    const people = Array.from({ length: 12 }, (_, at) => `23456789BC${'DFGHJKLMNPQR'[at]}2`)
    const premios = ['Moto', 'Bono', 'Mixer'].map((titulo) => ({
      titulo,
      por: { tipo: 'faro' as const },
      reclamo_horas: 72,
    }))
    const rule = { ...sampleRule(QUICKNET, { premios, uno_por_persona: once }), numeros: 1_000 }
    const tickets = inMemory(
      Array.from({ length: 24 }, (_, at) => ({ numero: String(at).padStart(3, '0'), codigo: people[at >> 1] ?? '' })),
    )
    const wins = premios.map(() => new Array<number>(12).fill(0))
    for (let draw = 0; draw < 6_000; draw++) {
      const frozen = { rule, closed: Date.parse(CLOSED) as Instant, tickets, list: hash(`lista ${draw}`) }
      const said = async () => hash(`faro ${draw}`)
      const steps = premios.map((_, premio) => ({
        tipo: 'faro' as const,
        premio,
        ronda: ROUND,
        firma: '00'.repeat(48),
      }))
      const { standings } = await followRule(frozen, steps, sha256, said)
      for (const [premio, { ganador }] of standings.entries()) {
        const who = people.indexOf(ganador?.codigo ?? '')
        const count = wins[premio] as number[]
        count[who] = (count[who] ?? 0) + 1
      }
    }
    // 11 degrees of freedom: below 31.26 in 999 of 1,000 seeds; these are always the same.
    for (const [premio, count] of wins.entries()) expect(chiSquare(count), `prize ${premio}`).toBeLessThan(31.26)
  },
)

test('a digest in the last, incomplete stretch is drawn again', async () => {
  const asked: number[] = []
  const first = new Uint8Array(32).fill(255)
  const counting: Sha256 = async (bytes) => {
    const attempt = bytes.at(-1) ?? 0
    asked.push(attempt)
    return attempt === 0 ? first : bigEndian(12_345, 32)
  }
  expect(await pickPlace('00'.repeat(32), '11'.repeat(32), 2, 1_000, counting)).toBe(345)
  expect(asked).toEqual([0, 1])
  // Of a power of two nothing is incomplete.
  expect(await pickPlace('00'.repeat(32), '11'.repeat(32), 2, 1_024, counting)).toBe(1_023)
})
