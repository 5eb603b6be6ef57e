import { PIXEL_LIMIT } from '#platform/server/pixel-limit.ts'

/** What drawing one stranger's file may cost. The child gets them when it starts; nobody can ask for more later. */
export interface DrawLimits {
  /** Memory in use by the child, bytes: a watcher ends it beyond. A progressive photo of 40 megapixels takes 323 MB. */
  memory: number
  /** Address space, bytes: the kernel refuses more. Node reserves 1.4 GB of it and uses 90 MB. */
  addressSpace: number
  /** Memory of PDFium, in pages of 64 KiB: the engine refuses more, on every system. */
  wasmPages: number
  /** Pixels that a picture may have, read from its header before anything is decoded. */
  pixels: number
  /** From asking to answering, milliseconds. */
  time: number
  /** Seconds of processor time in a child's whole life. */
  processor: number
  /** Bytes of one answer. */
  output: number
  /** Files that one child draws before another takes its place; one that drew a PDF goes at once. */
  files: number
  /** Milliseconds that a child waits for work before it goes and gives its memory back. */
  idle: number
  /** How much the child gives way to others, 0 to 19 as systems count it. */
  niceness: number
  /** Works that may wait for their turn, and how many milliseconds: with the drawing itself at most ten seconds. */
  waiting: number
  patience: number
}

const MEGABYTE = 1024 * 1024

export const DRAW_LIMITS: DrawLimits = {
  memory: 384 * MEGABYTE,
  addressSpace: 1_800 * MEGABYTE,
  wasmPages: 3_072,
  pixels: PIXEL_LIMIT,
  time: 8_000,
  processor: 40,
  output: 8 * MEGABYTE,
  files: 20,
  idle: 30_000,
  niceness: 0,
  waiting: 8,
  patience: 2_000,
}
