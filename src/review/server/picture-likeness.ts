import sharp from 'sharp'
import { atMost } from '#platform/server/at-most.ts'

/** Pixels that a picture may have, read from its header before anything is decoded (A6 of the abuse table). */
export const PIXEL_LIMIT = 40_000_000

/** Two at once in the whole process: one picture may take 160 MB while it is decoded. */
export const decoder = atMost(2)

/** Side of the grid whose neighbours are compared: 64 bits. */
const MARK_SIDE = 8
/** Neighbours that differ by less are equal, so that flat grounds do not flicker from one encoding to the next. */
const MARK_STEP = 6

const SKETCH_WIDTH = 240
const SKETCH_HEIGHT = 480
/** A dot has changed when its brightness moved by more, of 255: above what recompressing and resizing do. */
const CHANGED_BY = 72
/** Share of changed dots from which two pictures are two captures: one other digit is 0.012 % or more, another encoding under 0.001 %. */
const CHANGED_SHARE = 0.000_05

/** A picture made small and grey, for comparing. */
export interface Sketch {
  /** Four parts of 16 bits of a difference hash. Pictures alike differ in few bits. */
  mark: readonly [number, number, number, number]
  /** Brightness, 240 × 480. */
  dots: Buffer
  /** Width divided by height. */
  shape: number
}

/** @throws when the bytes are no picture that can be decoded. */
export async function sketch(bytes: Uint8Array): Promise<Sketch> {
  return decoder(async () => {
    const upright = await sharp(bytes, { limitInputPixels: PIXEL_LIMIT, sequentialRead: true })
      .rotate()
      .flatten({ background: '#fff' })
      .greyscale()
      .resize(SKETCH_WIDTH * 2, SKETCH_HEIGHT * 2, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 0 })
      .toBuffer({ resolveWithObject: true })
    const small = (width: number, height: number) =>
      sharp(upright.data).resize(width, height, { fit: 'fill' }).greyscale().raw().toBuffer()
    const [grid, dots] = await Promise.all([small(MARK_SIDE + 1, MARK_SIDE), small(SKETCH_WIDTH, SKETCH_HEIGHT)])
    return { mark: readMark(grid), dots, shape: upright.info.width / upright.info.height }
  })
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
