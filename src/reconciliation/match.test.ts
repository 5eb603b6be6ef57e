import { expect, test } from 'vitest'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { soak } from '#platform/server/testing/soak.ts'
import { match } from './match.ts'
import { KINDS, type Kind, noisyPayments } from './server/testing/noisy-payments.ts'

/** What of the payments of one kind is matched without a person, in percent, and what is matched wrongly. */
function figures(kind: Kind, count: number, seed: number) {
  const { claims, credits, truth } = noisyPayments(seededRandom(seed), count, [kind])
  const matching = match(claims, credits)
  const exact = matching.pairs.filter(({ exacta }) => exacta)
  const right = exact.filter(({ claim, credit }) => truth.get(claim.id) === credit.id).length
  const amongThree = [...truth].filter(([id, credit]) =>
    matching
      .of(id)
      ?.credits.slice(0, 3)
      .some((one) => one.id === credit),
  )
  const percent = (part: number) => (100 * part) / truth.size
  return { exact: percent(right), wrong: exact.length - right, amongThree: percent(amongThree.length) }
}

const COUNT = soak(3_000, 25_000)
const SEED = 13

test.each<[Kind, number]>([
  ['centimos', 99],
  ['interbancario', 97],
  ['bdv', 95],
])('payments by %s: %d %% of them are matched, none wrongly', (kind, least) => {
  const { exact, wrong } = figures(kind, COUNT, SEED)
  expect(wrong, `seed ${SEED}`).toBe(0)
  expect(exact, `seed ${SEED}`).toBeGreaterThanOrEqual(least)
})

test('by the amount alone nothing is matched, and the true one stands among the first three of 90 %', () => {
  const { exact, wrong, amongThree } = figures('monto', COUNT, SEED)
  expect([exact, wrong]).toEqual([0, 0])
  expect(amongThree).toBeGreaterThanOrEqual(90)
})

test('the order of what is given changes nothing', () => {
  const { claims, credits } = noisyPayments(seededRandom(SEED), 1_000, KINDS)
  const told = (matching: ReturnType<typeof match>) =>
    claims.map(({ id }) => {
      const found = matching.of(id)
      return [found?.pair?.credit.id, found?.pair?.regla, found?.credits.map((credit) => credit.id)]
    })
  expect(told(match(claims.toReversed(), credits.toReversed()))).toEqual(told(match(claims, credits)))
})
