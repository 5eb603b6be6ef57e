import { MARK_SIDE, SKETCH_HEIGHT, SKETCH_WIDTH } from '../drawing/sketch-shape.ts'

/** Neighbours that differ by less are equal, so that flat grounds do not flicker from one encoding to the next. */
const MARK_STEP = 6

/** A dot has changed when its brightness moved by more, of 255: above what recompressing and resizing do. */
const CHANGED_BY = 72
/** Share of changed dots from which two pictures are two captures: one other digit is 0.012 % or more, another encoding under 0.001 %. */
const CHANGED_SHARE = 0.000_05

/** A picture made small and grey, for comparing. */
export interface Sketch {
  /** Four parts of 16 bits of a difference hash. Pictures alike differ in few bits. */
  mark: readonly [number, number, number, number]
  /** Brightness, row by row. */
  dots: Buffer
  /** Width divided by height. */
  shape: number
}

/** Reads what the child of drawing/ made of a picture. @throws when it is not that */
export function readSketch(drawn: Buffer): Sketch {
  const grid = 8
  const dots = grid + (MARK_SIDE + 1) * MARK_SIDE
  if (drawn.length !== dots + SKETCH_WIDTH * SKETCH_HEIGHT) throw new Error('not a sketch')
  return { shape: drawn.readDoubleBE(0), mark: readMark(drawn.subarray(grid, dots)), dots: drawn.subarray(dots) }
}

function readMark(grid: Buffer): Sketch['mark'] {
  const parts: [number, number, number, number] = [0, 0, 0, 0]
  for (let row = 0; row < MARK_SIDE; row++) {
    for (let column = 0; column < MARK_SIDE; column++) {
      const at = row * (MARK_SIDE + 1) + column
      if ((grid[at] ?? 0) <= (grid[at + 1] ?? 0) + MARK_STEP) continue
      const bit = row * MARK_SIDE + column
      const part = (bit >> 4) as 0 | 1 | 2 | 3
      parts[part] |= 1 << (bit & 15)
    }
  }
  return parts
}

/** Whether two sketches are of one picture, compressed, resized or renamed, and not of two payments in the same bank's app. */
export function isSamePicture(a: Sketch, b: Sketch): boolean {
  if (Math.abs(a.shape - b.shape) > 0.02 * a.shape) return false
  let changed = 0
  for (let at = 0; at < a.dots.length; at++) {
    if (Math.abs((a.dots[at] ?? 0) - (b.dots[at] ?? 0)) > CHANGED_BY) changed++
  }
  return changed < CHANGED_SHARE * a.dots.length
}
