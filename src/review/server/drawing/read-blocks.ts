import { type Block, MOST_BLOCKS } from './sketch-shape.ts'

/** Brightness, row by row. */
export interface Grey {
  dots: Uint8Array
  width: number
  height: number
}

/** A step of brightness that is ink; a greater one counts no more than this. */
const INK = 40
const STRONGEST = 160
/** Letters that are nearer than this are one line: words are half as far apart, columns twice. */
const GAP = 18
/** Ink in a line's box: text has a third, the edge of a picture that was turned a seventh. */
const LEAST_INK = 0.22
const LOWEST = 7
const HIGHEST = 46

/** How much each dot differs from its neighbours: a picture that was inverted has the same. */
export function readEdges({ dots, width, height }: Grey): Uint8Array {
  const edges = new Uint8Array(dots.length)
  const at = (place: number) => dots[place] ?? 0
  for (let y = 1; y < height - 1; y++) {
    for (let place = y * width + 1; place < (y + 1) * width - 1; place++) {
      const step = Math.abs(at(place + 1) - at(place - 1)) + Math.abs(at(place + width) - at(place - width))
      edges[place] = Math.min(step, STRONGEST)
    }
  }
  return edges
}

/** By how many degrees its lines fall to the right, of four at most: turned back, its rows have the sharpest ends. */
export function readSkew(edges: Uint8Array, { width, height }: Omit<Grey, 'dots'>): number {
  let best = { sharp: -1, angle: 0 }
  for (let quarters = -16; quarters <= 16; quarters++) {
    const slope = Math.tan((quarters * Math.PI) / 720)
    const rows = new Int32Array(height + width)
    for (let y = 0; y < height; y++)
      for (let x = y & 1; x < width; x += 2)
        if ((edges[y * width + x] ?? 0) > INK) {
          const row = Math.floor(y - slope * (x - width / 2) + width / 2)
          rows[row] = (rows[row] ?? 0) + 1
        }
    const sharp = rows.reduce((sum, count, row) => sum + (count - (rows[row - 1] ?? 0)) ** 2, 0)
    if (sharp > best.sharp) best = { sharp, angle: quarters / 4 }
  }
  return best.angle
}

/** The lines of text of a straight picture, the widest first. */
export function readBlocks(edges: Uint8Array, { width, height }: Omit<Grey, 'dots'>): Block[] {
  const joined = joinLetters(edges, width)
  const open = new Int32Array(edges.length)
  const found: Omit<Block, 'bits'>[] = []
  for (let start = 0; start < edges.length; start++) {
    if (joined[start] !== 1) continue
    let [left, right, top, bottom] = [width, 0, height, 0]
    let [count, ink] = [0, 0]
    const reach = (place: number) => {
      if (joined[place] !== 1) return
      joined[place] = 2
      open[count++] = place
    }
    reach(start)
    while (count > 0) {
      const place = open[--count] ?? 0
      const x = place % width
      const y = (place - x) / width
      if ((edges[place] ?? 0) > INK) {
        ink++
        left = Math.min(left, x)
        right = Math.max(right, x)
        top = Math.min(top, y)
        bottom = Math.max(bottom, y)
      }
      // The outermost dots have no edge, so that no row runs on into the next.
      for (const step of [-1, 1, -width, width]) reach(place + step)
    }
    const [wide, high] = [right - left + 1, bottom - top + 1]
    if (high >= LOWEST && high <= HIGHEST && wide >= 1.5 * high && ink >= LEAST_INK * wide * high)
      found.push({ x: left, y: top, width: wide, height: high })
  }
  found.sort((a, b) => b.width - a.width)
  return found.slice(0, MOST_BLOCKS).map((block) => ({ ...block, bits: readBits(edges, width, block) }))
}

function joinLetters(edges: Uint8Array, width: number): Uint8Array {
  const joined = new Uint8Array(edges.length)
  let last = Number.NEGATIVE_INFINITY
  for (let place = 0; place < edges.length; place++) {
    if (place % width === 0) last = Number.NEGATIVE_INFINITY
    if ((edges[place] ?? 0) <= INK) continue
    joined.fill(1, place - last <= GAP ? last : place, place + 1)
    last = place
  }
  return joined
}

function readBits(edges: Uint8Array, width: number, block: Omit<Block, 'bits'>): Block['bits'] {
  const ink: number[] = []
  for (let at = 0; at < 64; at++) {
    const [top, bottom] = part(block.y, block.height, at >> 4, 4)
    const [left, right] = part(block.x, block.width, at & 15, 16)
    let sum = 0
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += edges[y * width + x] ?? 0
    ink.push(sum / ((bottom - top) * (right - left)))
  }
  return [aboveMiddle(ink, 0, 32), aboveMiddle(ink, 32, 64)]
}

/** Which of some values, from one to before another, are greater than half of all: a bit for each. */
export function aboveMiddle(values: readonly number[], from: number, to: number): number {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  return values.slice(from, to).reduce((bits, value, at) => bits | (value > middle ? 1 << at : 0), 0)
}

/** The dots of one of some equal parts: one at least. */
function part(start: number, length: number, turn: number, parts: number): [number, number] {
  const from = Math.floor(start + (length * turn) / parts)
  return [from, Math.max(from + 1, Math.floor(start + (length * (turn + 1)) / parts))]
}
