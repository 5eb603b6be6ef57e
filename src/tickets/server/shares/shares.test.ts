import { expect, test } from 'vitest'
import type { Raffle } from '#raffles/server/store.ts'
import type { Stock } from '../store.ts'
import { countedOf, isCrowded, isWithin, NETWORK, roomOf, shareOf } from './shares.ts'

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
  expect(shareOf(counters, 0)).toBe(share)
})

test('a raffle is crowded once more is taken than free, whoever took it', () => {
  expect([stock(10, 5, 5, 0), stock(10, 5, 3, 2), stock(10, 4, 6, 0), stock(10, 4, 0, 6)].map(isCrowded)).toEqual([
    false,
    false,
    true,
    true,
  ])
})

test('what is asked for counts: who would make a raffle crowded has the share of a crowded one', () => {
  const fresh = stock(100, 100, 0, 0)
  expect([shareOf(fresh, 40), shareOf(fresh, 50), shareOf(fresh, 51), shareOf(fresh, 100)]).toEqual([40, 40, 2, 2])
  const half = stock(1_000, 600, 0, 400)
  expect([shareOf(half, 100), shareOf(half, 101)]).toEqual([250, 4])
})

test('under an operator’s cap the cap is what can be had', () => {
  const raffle = { total_numeros: 10_000, tope_sin_verificar: 30 } as Raffle
  const counted = (en_revision: number) =>
    countedOf({ ...stock(10_000, 10_000 - en_revision, 0, en_revision) } as Stock, raffle)
  expect(shareOf(counted(0), 100)).toBe(750)
  expect(shareOf(counted(1_400), 100)).toBe(750)
  expect(shareOf(counted(1_401), 100)).toBe(10)
  expect(counted(3_000).libres).toBe(0)
})

test('a connection has its share, and a network that of two', () => {
  const crowded = stock(10_000, 3_000, 7_000, 0)
  const has = (tiene: number, network: number) => ({ tiene, red: { tiene: network, espera: 0 } })
  expect(NETWORK).toBe(2)
  expect(isWithin(crowded, has(8, 8), 2)).toBe(true)
  expect(isWithin(crowded, has(9, 9), 2)).toBe(false)
  expect(isWithin(crowded, has(0, 18), 2)).toBe(true)
  expect(isWithin(crowded, has(0, 19), 2)).toBe(false)
})

test('a connection is told as many as it gets: those of a crowd, or those that make none', () => {
  const has = (tiene: number, network = tiene) => ({ tiene, red: { tiene: network, espera: 0 } })
  for (const [counted, asked, room] of [
    [stock(1_000, 1_000, 0, 0), has(0), 250],
    [stock(1_000, 1_000, 0, 0), has(100, 450), 50],
    [stock(1_000, 520, 480, 0), has(0), 20],
    [stock(1_000, 520, 480, 0), has(245), 5],
    [stock(1_000, 501, 499, 0), has(0), 4],
    [stock(1_000, 400, 600, 0), has(3), 1],
    [stock(1_000, 400, 600, 0), has(90), 0],
  ] as const) {
    expect(roomOf(counted, asked)).toBe(room)
    if (room > 0) expect(isWithin(counted, asked, room)).toBe(true)
    expect(isWithin(counted, asked, room + 1)).toBe(false)
  }
})
