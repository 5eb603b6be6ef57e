import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CallFailure } from '#platform/web/fetch-json.ts'
import { allPlaces, BitSet, nearestFree, searchPlaces } from './bit-set.ts'
import { jumpStops, moveByKey, scrollShape } from './grid-moves.ts'
import { freeOfList } from './use-numbers.ts'

function setOf(size: number, places: number[]): BitSet {
  const bits = new Uint8Array(Math.ceil(size / 8))
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
  return new BitSet(size, bits)
}

describe('a set of places', () => {
  test('knows its k-th place and how many are below one, like a sorted list', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(4999), { maxLength: 400, size: 'max' }), (places) => {
        const sorted = places.toSorted((a, b) => a - b)
        const set = setOf(5000, places)
        expect(set.count).toBe(sorted.length)
        expect(sorted.map((_, k) => set.at(k))).toEqual(sorted)
        expect(set.at(sorted.length)).toBe(-1)
        for (const place of [0, 1023, 1024, 2500, 4999, 5000]) {
          expect(set.rank(place)).toBe(sorted.filter((other) => other < place).length)
        }
      }),
      { seed: 7 },
    )
  })

  test('all places of a size that is no multiple of eight', () => {
    const all = allPlaces(13)
    expect([all.count, all.has(12), all.has(13), all.at(12), all.at(13)]).toEqual([13, true, false, 12, -1])
  })

  test('a search finds the typed digits anywhere in the number, leading zeros too', () => {
    const found = (typed: string) => {
      const set = searchPlaces(allPlaces(10_000), typed, 4)
      return Array.from({ length: set.count }, (_, k) => String(set.at(k)).padStart(4, '0'))
    }
    expect(found('0042')).toEqual(['0042'])
    expect(found('777')).toEqual(
      Array.from({ length: 10_000 }, (_, place) => String(place).padStart(4, '0')).filter((text) =>
        text.includes('777'),
      ),
    )
    expect(found('00420')).toEqual([])
    expect(found('a')).toEqual([])
  })

  test('the nearest free place that is not excluded', () => {
    const free = setOf(100, [3, 40, 60])
    expect(nearestFree(free, 50, new Set())).toBe(60)
    expect(nearestFree(free, 50, new Set([60]))).toBe(40)
    expect(nearestFree(setOf(100, []), 50, new Set())).toBe(-1)
    expect(nearestFree(free, 50, new Set([3, 40, 60, -1]))).toBe(-1)
    expect(nearestFree(free, 99, new Set())).toBe(60)
  })
})

describe('moving in the grid', () => {
  const grid = { count: 23, columns: 5, page: 3 }
  test.each([
    ['ArrowRight', false, 4, 5],
    ['ArrowRight', false, 22, 22],
    ['ArrowLeft', false, 0, 0],
    ['ArrowDown', false, 17, 22],
    ['ArrowDown', false, 19, 19],
    ['ArrowUp', false, 7, 2],
    ['Home', false, 13, 10],
    ['End', false, 11, 14],
    ['End', false, 21, 22],
    ['Home', true, 13, 0],
    ['End', true, 13, 22],
    ['PageDown', false, 3, 18],
    ['PageDown', false, 18, 22],
    ['PageUp', false, 18, 3],
    ['PageUp', false, 8, 3],
    ['Tab', false, 3, null],
  ] as const)('%s (control: %s) from %i goes to %s', (key, control, from, to) => {
    expect(moveByKey(key, control, from, grid)).toBe(to)
  })

  test.each([3, 30_000, 250_000, 3_400_000])('a list of %i rows is scrolled from its first to its last', (rows) => {
    const shape = scrollShape(rows, 50, 400)
    const last = Math.max(0, shape.height - 400)
    expect(shape.height).toBeLessThanOrEqual(2_000_000)
    expect([shape.offset(-5), shape.offset(0), shape.offset(last), shape.offset(last + 5)]).toEqual([
      0,
      0,
      shape.end,
      shape.end,
    ])
    expect(shape.end).toBe(Math.max(0, rows * 50 - 400))
    // Pixel for pixel at both ends, and everywhere the way there is the way back.
    if (last > 1_000) expect([shape.offset(77), shape.offset(last - 77)]).toEqual([77, shape.end - 77])
    for (let part = 0; part <= 100; part++) {
      expect(shape.scrollFor(shape.offset((last * part) / 100))).toBeCloseTo((last * part) / 100, 3)
    }
  })

  test('jumps are few and round', () => {
    expect(jumpStops(100)).toEqual([])
    expect(jumpStops(10_000)).toHaveLength(20)
    expect(jumpStops(10_000).slice(0, 3)).toEqual([0, 500, 1000])
    for (const count of [101, 1_000, 4_321, 1_000_000, 10_000_000]) {
      expect(jumpStops(count).length).toBeLessThanOrEqual(20)
      expect(jumpStops(count).at(-1)).toBeLessThan(count)
    }
  })
})

describe("the list of the specification's call", () => {
  const list = [
    { numero: '00', estado: 'disponible' },
    { numero: '01', estado: 'Vendido' },
    { numero: '02', estado: 'DISPONIBLE' },
    { numero: '03' },
    { numero: '99', estado: 'disponible' },
    { numero: 'x' },
  ]
  test.each([
    ['bare', list],
    ['under data', { data: list }],
    ['under numeros', { numeros: list }],
    ['under data.numeros', { data: { numeros: list } }],
  ])('%s', (_, answer) => {
    const free = freeOfList(answer, 10)
    expect(Array.from({ length: free.count }, (_, k) => free.at(k))).toEqual([0, 2, 3])
  })

  test('anything else is a failure, not an empty grid', () => {
    for (const answer of [null, 'html', 7, {}, { data: {} }]) expect(() => freeOfList(answer, 10)).toThrow(CallFailure)
  })
})
