import { expect, test } from 'vitest'
import { type SettableClock, settableClock } from '#platform/server/testing/settable-clock.ts'
import { type Asker, type Counts, countAnswer, knows, waitOf } from './lookup-quota.ts'

const NOON = '2026-11-20T16:00:00Z'
const HOUR = 3_600_000
const from = (address: string): Asker => ({ cliente: address, red: address })
const nothing = (): Counts => new Map()

/** Ids that nobody else asks for. */
let next = 0
const someone = () => `V${next++}`

/** Looks up another id. @returns whether it was answered. */
function lookUp(counts: Counts, clock: SettableClock, asker: Asker): boolean {
  if (waitOf(counts, asker, clock.now()) > 0) return false
  countAnswer(counts, asker, someone(), clock.now())
  return true
}

test('10,000 ids in an hour from one address: 60 answered in any hour', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  const told: number[] = []
  for (let index = 0; index < 30_000; index++) {
    clock.advance(360)
    if (lookUp(counts, clock, from('203.0.113.5'))) told.push(clock.now())
  }
  const most = Math.max(...told.map((start) => told.filter((time) => time >= start && time < start + HOUR).length))
  expect(most).toBeLessThanOrEqual(60)
  expect(told.length).toBeGreaterThan(110)
})

test('after thirty together each next one waits two minutes, and thirty an hour', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  const asker = from('203.0.113.5')
  const inARow = () => {
    let times = 0
    while (lookUp(counts, clock, asker)) times += 1
    return times
  }
  expect([inARow(), waitOf(counts, asker, clock.now())]).toEqual([30, 120_000])
  clock.advance(119_999)
  expect(inARow()).toBe(0)
  clock.advance(1)
  expect(inARow()).toBe(1)
  clock.advance(3 * HOUR)
  expect(inARow()).toBe(30)
})

test('a /48 gets 120 answers in an hour, from however many /64', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  let told = 0
  for (let index = 0; index < 10_000; index++) {
    clock.advance(360)
    if (lookUp(counts, clock, { cliente: `2001:db8:7:${index % 150}::/64`, red: '2001:db8:7::/48' })) told += 1
  }
  expect(told).toBeGreaterThan(100)
  expect(told).toBeLessThanOrEqual(120)
  expect(lookUp(counts, clock, { cliente: '2001:db8:8:1::/64', red: '2001:db8:8::/48' })).toBe(true)
})

test('an answer is told again for an hour, to the address that got it', () => {
  const clock = settableClock(NOON)
  const counts = nothing()
  const told = (address: string) => knows(counts, from(address), 'V7', clock.now())
  expect(told('203.0.113.5')).toBe(false)
  countAnswer(counts, from('203.0.113.5'), 'V7', clock.now())
  expect([told('203.0.113.5'), told('203.0.113.6')]).toEqual([true, false])
  clock.advance(3_600_000)
  expect(told('203.0.113.5')).toBe(false)
})
