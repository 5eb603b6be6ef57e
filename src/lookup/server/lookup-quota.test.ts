import { expect, test } from 'vitest'
import { type SettableClock, settableClock } from '#platform/server/testing/settable-clock.ts'
import { type Asker, type Counts, countAnswer, knows, priceOf } from './lookup-quota.ts'

const NOON = '2026-11-20T16:00:00Z'
const HOUR = 3_600_000
const from = (address: string): Asker => ({ cliente: address, red: address })
const nothing = (): Counts => ({ todos: null, told: new Map() })

/** Ids that nobody else asks for. */
let next = 0
const someone = () => `V${next++}`

/** Looks up another id. @returns the level of work that the answer took; null when there was none for any. */
function lookUp(counts: Counts, clock: SettableClock, asker: Asker, willing: boolean): number | null {
  const price = priceOf(counts, asker, clock.now())
  if (price.level === null || (price.level > 0 && !willing)) return null
  countAnswer(counts, asker, someone(), price.free, clock.now())
  return price.level
}

test('10,000 ids in an hour from one address: 30 told for nothing, 60 in all for who works, in any hour', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  const [script, worker] = [from('203.0.113.5'), from('203.0.113.6')]
  const told: { script: number[]; worker: number[] } = { script: [], worker: [] }
  for (let index = 0; index < 30_000; index++) {
    clock.advance(360)
    if (lookUp(counts, clock, script, false) !== null) told.script.push(clock.now())
    if (lookUp(counts, clock, worker, true) !== null) told.worker.push(clock.now())
  }
  /** The most in any span of the three hours. */
  const most = (times: number[], span: number) =>
    Math.max(...times.map((start) => times.filter((time) => time >= start && time < start + span).length))
  expect(most(told.script, HOUR)).toBe(30)
  // 30 for nothing, 6 saved and 24 earned: one each 150 s, of which the last falls on the instant in which the hour is over.
  expect(most(told.worker, HOUR)).toBe(59)
  expect(most(told.worker, HOUR + 360)).toBe(60)
  expect(told.worker.length).toBeGreaterThan(150)
})

test('each answer in a row costs twice the work of the one before; then minutes are waited, not an hour', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  const asker = from('203.0.113.5')
  const levels: (number | null)[] = []
  while (levels.at(-1) !== null) levels.push(lookUp(counts, clock, asker, true))
  expect(levels).toEqual([...Array.from({ length: 30 }, () => 0), 1, 2, 3, 4, 5, 6, null])
  const price = priceOf(counts, asker, clock.now())
  expect(price).toEqual({ level: null, wait: 150_000 })
  clock.advance(150_000)
  expect(lookUp(counts, clock, asker, true)).toBe(6)
  expect(lookUp(counts, clock, asker, true)).toBeNull()
  // Left alone for a quarter of an hour it is as at first.
  clock.advance(900_000)
  expect(lookUp(counts, clock, asker, true)).toBe(1)
})

test('a /48 is told of 120 in an hour, from however many /64', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  let told = 0
  for (let index = 0; index < 10_000; index++) {
    clock.advance(360)
    const asker = { cliente: `2001:db8:7:${index % 150}::/64`, red: '2001:db8:7::/48' }
    if (lookUp(counts, clock, asker, true) !== null) told += 1
  }
  expect(told).toBeGreaterThan(100)
  expect(told).toBeLessThanOrEqual(120)
  expect(lookUp(counts, clock, { cliente: '2001:db8:8:1::/64', red: '2001:db8:8::/48' }, false)).toBe(0)
})

test('when everybody together asks for very many, each works for his answer, and more the more they are', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  const levels = Array.from({ length: 5_000 }, (_, index) =>
    lookUp(counts, clock, from(`203.0.${index % 1000}.1`), true),
  )
  expect([levels[1_499], levels[1_500], levels[2_999], levels[3_000]]).toEqual([0, 1, 1, 2])
  clock.advance(3_600_000)
  expect(lookUp(counts, clock, from('192.0.2.1'), true)).toBe(0)
})

test('what was told is told again for an hour, to who was told it', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  const told = (address: string) => knows(counts, from(address), 'V7', clock.now())
  expect(told('203.0.113.5')).toBe(false)
  countAnswer(counts, from('203.0.113.5'), 'V7', true, clock.now())
  expect([told('203.0.113.5'), told('203.0.113.6')]).toEqual([true, false])
  clock.advance(3_600_000)
  expect(told('203.0.113.5')).toBe(false)
})
