/** A picture made small, grey and straight is so wide, unless it would be higher than this. */
export const SKETCH_WIDTH = 480
export const SKETCH_HEIGHT = 2_000
/** Side of the grid whose neighbours are compared, 64 bits. */
export const MARK_SIDE = 8

/** A line of text in it, in its dots. */
export interface Block {
  x: number
  y: number
  width: number
  height: number
  /** Where there is more ink than in half of it, of four rows of sixteen parts: two rows in each of two numbers of 32 bits. */
  bits: readonly [number, number]
}
/** The widest of a picture: a capture of a bank's app has about twenty. */
export const MOST_BLOCKS = 40

/** Data read of a picture before its dots. */
export interface SketchHead {
  width: number
  height: number
  blocks: Block[]
}
