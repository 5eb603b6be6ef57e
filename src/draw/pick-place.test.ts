import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { bigEndian, pickPlace, type Sha256 } from './bytes.ts'
import { QUICKNET, roundFrom } from './chain.ts'
import { followRule } from './follow-rule.ts'
import { inMemory, type Ticket } from './list.ts'
import { sha256 } from './server/sha256.ts'
import { CLOSED, sampleRule } from './server/testing/sample-draw.ts'

const ROUND = roundFrom(QUICKNET, (Date.parse(CLOSED) + 13 * 3_600_000) as Instant)
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/** The normal deviation that one of a million exceeds: the level of every chi-square here. `npm run soak` has other seeds each time, and a fair draw should not fail by chance. */
const ONE_IN_A_MILLION = 4.7534

/** Limit of a fair draw's chi-square at that level, for so many degrees of freedom (Wilson and Hilferty). */
function limit(degrees: number): number {
  const part = 2 / (9 * degrees)
  return degrees * (1 - part + ONE_IN_A_MILLION * Math.sqrt(part)) ** 3
}

/** Chi-square of the counts, as a part of its limit: above 1 the draw is not fair. @param weights expected share of each. */
function unfairness(seen: readonly number[], weights: readonly number[] = seen.map(() => 1)): number {
  const sum = (values: readonly number[]) => values.reduce((before, value) => before + value, 0)
  const [draws, whole] = [sum(seen), sum(weights)]
  const expected = weights.map((weight) => (draws * weight) / whole)
  return sum(seen.map((count, at) => (count - (expected[at] ?? 0)) ** 2 / (expected[at] ?? 0))) / limit(seen.length - 1)
}

/** Counts the results of so many draws, each of another list and another round. */
async function count(draws: number, of: number, draw: (list: string, round: string) => Promise<number>) {
  const seen = new Array<number>(of).fill(0)
  for (let time = 0; time < draws; time++) {
    const at = await draw(hash(`lista ${SEED} ${time}`), hash(`faro ${SEED} ${time}`))
    seen[at] = (seen[at] ?? 0) + 1
  }
  return seen
}

const DRAWS = soak(3_000, 300_000)

test.each([3, 10, 97, 500])(
  'every place is as likely as any other, of %i, which divide no power of two: chi-square at the level of one in a million',
  async (many) => {
    for (const prize of [0, 2]) {
      const seen = await count(DRAWS, many, (list, round) => pickPlace(list, round, prize, many, sha256))
      expect(unfairness(seen), `prize ${prize}, seed ${SEED}`).toBeLessThan(1)
    }
  },
)

test('two prizes of one round know nothing of each other', async () => {
  const seen = await count(DRAWS, 100, async (list, round) => {
    const [first, second] = [0, 1].map((prize) => pickPlace(list, round, prize, 10, sha256))
    return 10 * ((await first) ?? 0) + ((await second) ?? 0)
  })
  expect(unfairness(seen), `seed ${SEED}`).toBeLessThan(1)
})

test('control: the remainder of a digest of one byte is found unfair', async () => {
  const short: Sha256 = async (bytes) => (await sha256(bytes)).subarray(0, 1)
  const seen = await count(DRAWS, 100, (list, round) => pickPlace(list, round, 0, 100, short))
  expect(unfairness(seen)).toBeGreaterThan(1)
})

const beacon = (titulo: string) => ({ titulo, por: { tipo: 'faro' as const }, reclamo_horas: 72 })

/** Draws prizes by the beacon from those tickets. @returns the winner of each. */
async function drawFrom(tickets: readonly Ticket[], once: boolean, list: string, round: string): Promise<Ticket[]> {
  const premios = ['Moto', 'Bono', 'Mixer'].map(beacon)
  const rule = { ...sampleRule(QUICKNET, { premios, uno_por_persona: once }), numeros: 1_000 }
  const frozen = { rule, closed: Date.parse(CLOSED) as Instant, tickets: inMemory(tickets), list }
  const steps = premios.map((_, premio) => ({ tipo: 'faro' as const, premio, ronda: ROUND, firma: '00'.repeat(48) }))
  const { standings } = await followRule(frozen, steps, sha256, async () => round)
  return standings.map(({ ganador }) => ganador as Ticket)
}

const PEOPLE = Array.from('DFGHJKLMNPQR', (letter) => `23456789BC${letter}2`)
/** Numbers of people who bought one after the other, in those quantities. */
function sold(quantities: readonly number[]): Ticket[] {
  const owners = quantities.flatMap((many, who) => new Array<string>(many).fill(PEOPLE[who] ?? ''))
  return owners.map((codigo, at) => ({ numero: String(at).padStart(3, '0'), codigo }))
}

const FOLLOWED = soak(2_000, 100_000)

test.each([
  ['whoever comes buys the next numbers', false],
  ['the same, and nobody wins twice', true],
])(
  'the first buyer wins as often as the last buyer: chi-square at the level of one in a million; %s',
  async (_how, once) => {
    const tickets = sold(PEOPLE.map(() => 2))
    const wins = [0, 1, 2].map(() => new Array<number>(PEOPLE.length).fill(0))
    await count(FOLLOWED, 1, async (list, round) => {
      for (const [prize, { codigo }] of (await drawFrom(tickets, once, list, round)).entries()) {
        const counts = wins[prize] as number[]
        const who = PEOPLE.indexOf(codigo)
        counts[who] = (counts[who] ?? 0) + 1
      }
      return 0
    })
    for (const [prize, counts] of wins.entries()) expect(unfairness(counts), `prize ${prize}`).toBeLessThan(1)
  },
)

test('more numbers win as much more often, wherever they stand', async () => {
  const quantities = [1, 6, 2, 1, 3, 6, 1]
  const seen = await count(FOLLOWED, quantities.length, async (list, round) =>
    PEOPLE.indexOf((await drawFrom(sold(quantities), false, list, round))[0]?.codigo ?? ''),
  )
  expect(unfairness(seen, quantities)).toBeLessThan(1)
})

/** Distance from the first winner to the second one, in a circle. */
const apart = (first: number, second: number) => (second - first + 24) % 24

test('once a number has won, each of the others is as likely; control: where the next one takes its place it is not', async () => {
  const tickets = sold(PEOPLE.map(() => 2))
  const placeOf = (ticket: Ticket | undefined) => tickets.findIndex(({ numero }) => numero === ticket?.numero)
  const [, ...seen] = await count(FOLLOWED, 24, async (list, round) => {
    const [first, second] = await drawFrom(tickets, false, list, round)
    return apart(placeOf(first), placeOf(second))
  })
  expect(unfairness(seen)).toBeLessThan(1)
  const [, ...stepped] = await count(FOLLOWED, 24, async (list, round) => {
    const [first, second] = [await pickPlace(list, round, 0, 24, sha256), await pickPlace(list, round, 1, 24, sha256)]
    return apart(first, second === first ? (first + 1) % 24 : second)
  })
  expect(unfairness(stepped)).toBeGreaterThan(1)
})

test('the owner of a number has no part in which number wins', async () => {
  const tickets = sold(PEOPLE.map(() => 2))
  const codes = tickets.map(({ codigo }) => codigo)
  for (let time = 0; time < 200; time++) {
    const [list, round] = [hash(`lista ${time}`), hash(`faro ${time}`)]
    const given = tickets.map((one, at) => ({ ...one, codigo: codes[(at * 7 + time) % codes.length] ?? '' }))
    const numbers = async (from: readonly Ticket[]) =>
      (await drawFrom(from, false, list, round)).map(({ numero }) => numero)
    expect(await numbers(given)).toEqual(await numbers(tickets))
  }
})

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
