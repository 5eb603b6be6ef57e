import type { Randomness } from '../random.ts'

/** The same chance each time, from a 32-bit seed (mulberry32). For tests only: it can be foreseen. */
export function seededRandom(seed: number): Randomness {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below(limit) {
      if (limit > 2 ** 32) throw new RangeError('the last bits of so large a number would not be chance')
      return Math.floor(next() * limit)
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => Math.floor(next() * 256))),
  }
}
