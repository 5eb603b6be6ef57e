import { expect, test } from 'vitest'
import { isCrowded, isWithin, NETWORK, shareOf } from './shares.ts'

const stock = (total_numeros: number, libres: number, apartados: number, en_revision: number) => ({
  total_numeros,
  libres,
  apartados,
  en_revision,
})

test.for([
  // While most is free a quarter of what is not sold, and what neighbours behind one address need in any case.
  [stock(100, 100, 0, 0), 40],
  [stock(1_000, 1_000, 0, 0), 250],
  [stock(10_000, 9_000, 500, 500), 2_500],
  [stock(10_000, 2_000, 1_000, 1_000), 1_000],
  [stock(1_000, 500, 400, 100), 250],
  // Once most is taken, by holds or by reports, what one visitor may still have, by the raffle's size.
  [stock(1_000, 499, 401, 100), 4],
  [stock(100, 40, 0, 60), 2],
  [stock(100, 40, 60, 0), 2],
  [stock(250, 10, 240, 0), 2],
  [stock(750, 10, 740, 0), 3],
  [stock(2_500, 0, 2_500, 0), 10],
  [stock(10_000, 3_000, 7_000, 0), 10],
  // And of a very large one a part of what is free.
  [stock(100_000, 40_000, 50_000, 0), 100],
] as const)('what one connection may have: %j, %i', ([counters, share]) => {
  expect(shareOf(counters)).toBe(share)
})

test('a raffle is crowded once more is taken than free, whoever took it', () => {
  expect([stock(10, 5, 5, 0), stock(10, 5, 3, 2), stock(10, 4, 6, 0), stock(10, 4, 0, 6)].map(isCrowded)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('a connection has its share, and a network that of two', () => {
  const has = (tiene: number, network: number) => ({ tiene, red: { tiene: network, espera: 0 } })
  expect(NETWORK).toBe(2)
  expect(isWithin(10, has(8, 8), 2)).toBe(true)
  expect(isWithin(10, has(9, 9), 2)).toBe(false)
  expect(isWithin(10, has(0, 18), 2)).toBe(true)
  expect(isWithin(10, has(0, 19), 2)).toBe(false)
})
