import type { WorkLimits } from '#platform/server/limited/limits.ts'
import { PIXEL_LIMIT } from '#platform/server/pixel-limit.ts'

/** Cost limits of drawing one stranger's file: with the drawing itself a waiting reviewer gets an answer at most ten seconds later. */
export interface DrawLimits extends WorkLimits {
  /** Memory of PDFium, in pages of 64 KiB: the engine refuses more, on every system. */
  wasmPages: number
  /** Pixels that a picture may have, read from its header before anything is decoded. */
  pixels: number
}

const MEGABYTE = 1024 * 1024

export const DRAW_LIMITS: DrawLimits = {
  // A progressive photo of 40 megapixels takes 323 MB.
  memory: 384 * MEGABYTE,
  addressSpace: 1_800 * MEGABYTE,
  heap: 64,
  wasmPages: 3_072,
  pixels: PIXEL_LIMIT,
  start: 20_000,
  time: 8_000,
  processor: 40,
  output: 8 * MEGABYTE,
  files: 20,
  idle: 30_000,
  niceness: 0,
  waiting: 8,
  patience: 2_000,
}

const AGES = 600_000
/**
 * For drawings that nobody waits for: they take no time from buyers. A busy machine may have none for it for minutes, which is no fault of the
 * file: one that computes too much is ended by its processor time.
 */
export const LOOK_LIMITS: DrawLimits = { ...DRAW_LIMITS, niceness: 15, start: AGES, time: AGES }
