import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { createHeat } from './received-mail-turn.ts'

const at = (milliseconds: number) => milliseconds as Instant

test('a count halves with time, and belongs to one name', () => {
  const heat = createHeat(1_000, 10)
  for (let time = 0; time < 4; time++) heat.add('uno', at(0))
  expect([heat.of('uno', at(0)), heat.of('uno', at(1_000)), heat.of('uno', at(2_000))]).toEqual([4, 2, 1])
  expect(heat.of('otro', at(0))).toBe(0)
  heat.add('uno', at(1_000))
  expect(heat.of('uno', at(1_000))).toBe(3)
})

test('however many names come, as many are kept as there is room for: those that came last', () => {
  const heat = createHeat(1_000, 3)
  for (const name of ['a', 'b', 'c']) heat.add(name, at(0))
  heat.add('a', at(0))
  for (const name of ['d', 'e']) heat.add(name, at(0))
  const kept = ['a', 'b', 'c', 'd', 'e'].filter((name) => heat.of(name, at(0)) > 0)
  expect(kept).toEqual(['a', 'd', 'e'])
})
