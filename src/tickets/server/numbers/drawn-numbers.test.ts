import { expect, test } from 'vitest'
import { openShop, report } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { approvePurchase } from '#review/server/decision/approve-purchase.ts'
import { Pile } from './free-pile.ts'

const SEED = 20_261_122
const SIZE = 12
const DRAWS = 1_200

/** Chi-square of 1,200 draws of three from twelve: which place came how often, as the first of a draw and at all. */
onSqlite('drawn numbers', (setup) => {
  test(`come each as often as any other, in every place of a draw (seed ${SEED})`, () => {
    const random = seededRandom(SEED)
    const drawn = [0, 1, 2].map(() => Array.from({ length: SIZE }, () => 0))
    for (let draw = 0; draw < DRAWS; draw++) {
      const pile = new Pile({
        put: (map, key, value) => void (value === undefined ? map.delete(key) : map.set(key, value)),
      })
      const positions = [0, 1, 2].flatMap((one) => [pile.chance(SIZE - one, random.below), SIZE - one - 1])
      pile.learn({ places: [], positions }, [])
      const places = pile.draw(3, SIZE)
      expect(new Set(places).size).toBe(3)
      for (const [turn, place] of places.entries()) {
        const counts = drawn[turn]
        if (counts) counts[place] = (counts[place] ?? 0) + 1
      }
    }
    const expected = DRAWS / SIZE
    // With eleven degrees of freedom fair chance stays under 42 but once in a hundred thousand.
    for (const counts of drawn) {
      const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
      expect(chiSquare, counts.join(' ')).toBeLessThan(42)
    }
  })

  test('are others with other chance, and each once when all is sold', async () => {
    const sell = async (seed: number) => {
      const shop = await openShop(setup, { total_numeros: 20 }, { seed })
      const numbers: string[] = []
      for (let number = 0; number < 5; number++) {
        const fields = { cantidad_tickets: '4', total: '20.00', referencia: String(83_726_154 + number * 1_000_003) }
        const { id } = (await report(shop, { ...fields, cedula: `V900000${number}` })).json()
        numbers.push(...(await approvePurchase(shop.ctx, id, 1, { actor: TESTER })))
      }
      return numbers
    }
    const [one, other] = [await sell(SEED), await sell(SEED + 1)]
    expect(one).not.toEqual(other)
    const all = Array.from({ length: 20 }, (_, place) => String(place).padStart(2, '0'))
    expect([[...one].sort(), [...other].sort()]).toEqual([all, all])
  })
})
