import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Raffle } from '#raffles/server/store.ts'
import type { Stock } from '../store.ts'
import { type Counted, countedOf, isPlenty, limitsOf, roomOf } from './shares.ts'

const stock = (libres: number, apartados: number, en_revision: number): Counted => ({ libres, apartados, en_revision })
const has = (tiene: number, red = tiene) => ({ tiene, red })
const room = (counted: Counted, tiene: number, red = tiene) => roomOf(limitsOf(counted), has(tiene, red))

test.for([
  [stock(1_000, 0, 0), 0, 250],
  [stock(600, 300, 100), 100, 150],
  // Independent of the others' tickets, also when hardly any is free.
  [stock(2, 500, 498), 0, 250],
  // Sold tickets are in no share.
  [stock(200, 100, 100), 0, 100],
  // One small purchase in any case, also of the last ones.
  [stock(12, 0, 0), 0, 10],
  [stock(0, 0, 2), 0, 10],
] as const)('of %j a connection that has %i may have %i more', ([counted, tiene, more]) => {
  expect(room(counted, tiene)).toBe(more)
})

test('a /48 has a quarter more than one of its /64', () => {
  expect([room(stock(1_000, 0, 1_000), 0, 500), room(stock(1_000, 0, 1_000), 0, 620)]).toEqual([125, 5])
  expect(room(stock(1_000, 0, 1_000), 0, 625)).toBe(0)
})

test('while most is free, neighbours of a full share have ten each, up to a third together', () => {
  const most = stock(700, 0, 300)
  expect([250, 320, 325, 333].map((tiene) => room(most, tiene))).toEqual([10, 10, 8, 0])
  expect(room(stock(500, 0, 500), 250)).toBe(0)
  // Of a raffle so small that the share is more than a third there is nothing beyond it.
  expect(room(stock(20, 0, 0), 10)).toBe(0)
})

test('under the operator’s limit a share is a part of the limit', () => {
  const raffle = { total_numeros: 1_000, tope_sin_verificar: 30 } as Raffle
  const counted = (en_revision: number) => countedOf(stock(1_000 - en_revision, 0, en_revision), raffle)
  expect([limitsOf(counted(0)).own, limitsOf(counted(300)).own]).toEqual([75, 75])
  expect(counted(300).libres).toBe(0)
})

test('where all together have less than one may nothing has to be counted, and a count would say the same', () => {
  const raffle = { total_numeros: 1_000, tope_sin_verificar: null } as Raffle
  const some = fc.nat(120)
  fc.assert(
    fc.property(
      fc.nat(1_000),
      some,
      some,
      some,
      fc.nat(360),
      fc.nat(100),
      (libres, apartados, en_revision, falsos, own, cantidad) => {
        const all = { libres, apartados, en_revision, falsos } as Stock
        fc.pre(isPlenty(all, raffle, cantidad) && own <= apartados + en_revision + falsos)
        expect(roomOf(limitsOf(countedOf(all, raffle)), has(own))).toBeGreaterThanOrEqual(cantidad)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('nobody is ever let have more than a third, or one small purchase', () => {
  fc.assert(
    fc.property(fc.nat(2_000), fc.nat(2_000), fc.nat(2_000), fc.nat(4_000), (libres, apartados, en_revision, own) => {
      const more = room(stock(libres, apartados, en_revision), own)
      const third = (libres + apartados + en_revision) / 3
      if (more > 0) expect(own + more).toBeLessThanOrEqual(Math.max(10, third))
    }),
  )
})
