import { expect, test } from 'vitest'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED } from '#platform/server/testing/soak.ts'
import { type Layout, nearest } from './capture-index.ts'

const [CAPTURES, EDITED, LENGTH, DIGITS] = [1_000, 250, 58, 14]

test(`a capture is found though many others were edited in the same way (seed ${SEED})`, () => {
  const random = seededRandom(SEED)
  const word = () => random.below(2 ** 32) | 0
  const noise = () => word() & word() & word()
  // Parts equal in all of an app, those of one of its captures, and the effect of one kind of edit on all of it.
  const fixed = Array.from({ length: LENGTH - DIGITS }, word)
  const edit = fixed.map(() => noise())
  const digits = Array.from({ length: CAPTURES }, () => Array.from({ length: DIGITS }, word))
  const written = (turn: number, edited: boolean) => [
    ...fixed.map((bits, at) => bits ^ (edited ? (edit[at] ?? 0) : 0)),
    ...(digits[turn] ?? []).map((bits) => bits ^ noise()),
  ]
  const rows = digits.map((_, turn) => [`${turn}`, written(turn, false)] as const)
  const others = Array.from({ length: EDITED }, (_, turn) => [`edited ${turn}`, written(turn, true)] as const)
  const all = [...rows, ...others]
  const ink = Int32Array.from(all.flatMap(([, bits]) => bits))
  const layout: Layout = { lines: [], length: LENGTH, ids: all.map(([id]) => id), ink, varies: [], of: 0 }
  for (let turn = EDITED; turn < EDITED + 20; turn++)
    expect(nearest(layout, written(turn, true))[0]?.id, `${turn}`).toBe(`${turn}`)
})
