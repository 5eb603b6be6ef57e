/** Bits of a block whose ones are counted ahead. */
const BLOCK = 1024

/**
 * A set of places 0 … size-1, one bit each: 125 kB for a million. It knows the k-th of its places quickly, so that a list
 * of free or found places needs no array.
 */
export class BitSet {
  declare readonly size: number
  declare readonly bits: Uint8Array
  /** How many places it has. */
  declare readonly count: number
  /** Ones before each block. */
  declare private readonly before: Uint32Array

  /** @param bits the first place is the lowest bit of the first byte. */
  constructor(size: number, bits: Uint8Array) {
    this.size = size
    this.bits = bits
    this.before = new Uint32Array(Math.ceil(size / BLOCK) + 1)
    let count = 0
    for (let byte = 0; byte * 8 < size; byte++) {
      if (byte % (BLOCK / 8) === 0) this.before[byte / (BLOCK / 8)] = count
      count += ONES[bits[byte] ?? 0] ?? 0
    }
    this.before[this.before.length - 1] = count
    this.count = count
  }

  has(place: number): boolean {
    return place >= 0 && place < this.size && ((this.bits[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
  }

  /** The k-th place from 0, or -1. */
  at(k: number): number {
    if (k < 0 || k >= this.count) return -1
    if (this.count === this.size) return k
    let low = 0
    let high = this.before.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.before[middle] ?? 0) <= k) low = middle
      else high = middle
    }
    let left = k - (this.before[low] ?? 0)
    let byte = (low * BLOCK) / 8
    for (let ones = ONES[this.bits[byte] ?? 0] ?? 0; left >= ones; ones = ONES[this.bits[byte] ?? 0] ?? 0) {
      left -= ones
      byte++
    }
    for (let bit = 0; ; bit++) {
      if (((this.bits[byte] ?? 0) & (1 << bit)) !== 0 && left-- === 0) return byte * 8 + bit
    }
  }

  /** How many of its places are below that one. */
  rank(place: number): number {
    const end = Math.min(Math.max(place, 0), this.size)
    if (this.count === this.size) return end
    const block = Math.floor(end / BLOCK)
    let count = this.before[block] ?? this.count
    const last = end >> 3
    for (let byte = (block * BLOCK) / 8; byte < last; byte++) count += ONES[this.bits[byte] ?? 0] ?? 0
    return count + (ONES[(this.bits[last] ?? 0) & ((1 << (end & 7)) - 1)] ?? 0)
  }
}

const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0
  for (let rest = byte; rest > 0; rest >>= 1) ones += rest & 1
  return ones
})

/** Every place below the size. */
export function allPlaces(size: number): BitSet {
  const bits = new Uint8Array(Math.ceil(size / 8)).fill(0xff)
  if (size % 8 > 0) bits[bits.length - 1] = (1 << (size % 8)) - 1
  return new BitSet(size, bits)
}

/** Places of the set whose number, written with that many digits, contains the typed text. */
export function searchPlaces(within: BitSet, typed: string, digits: number): BitSet {
  const { size } = within
  const bits = new Uint8Array(within.bits.length)
  if (/^\d+$/.test(typed) && typed.length <= digits) {
    const span = 10 ** typed.length
    // The digits before and after the typed ones are counted through, so that a million costs no look at each.
    for (let shift = 1; shift <= 10 ** (digits - typed.length); shift *= 10) {
      for (let found = Number(typed) * shift; found < size; found += span * shift) {
        for (let place = found; place < found + shift && place < size; place++) {
          bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7))
        }
      }
    }
    for (let byte = 0; byte < bits.length; byte++) bits[byte] = (bits[byte] ?? 0) & (within.bits[byte] ?? 0)
  }
  return new BitSet(size, bits)
}

/** The free place nearest to that one which is not excluded, or -1. */
export function nearestFree(free: BitSet, place: number, excluded: ReadonlySet<number>): number {
  const first = (k: number, step: 1 | -1) => {
    while (free.at(k) >= 0 && excluded.has(free.at(k))) k += step
    return free.at(k)
  }
  const above = first(free.rank(place + 1), 1)
  const below = first(free.rank(place) - 1, -1)
  if (above < 0 || below < 0) return Math.max(above, below)
  return above - place <= place - below ? above : below
}
