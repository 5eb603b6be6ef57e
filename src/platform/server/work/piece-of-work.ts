import type { WorkChallenge } from '../../work.ts'
import type { Ctx } from '../context.ts'
import { issueChallenge, readSolution, type WorkPurpose } from './challenge.ts'

/** A phone does one in seconds and brings it, so that little is lost when its page is closed. */
const LARGEST = 2 ** 24
const SMALLEST = 2 ** 12

/**
 * The next piece of long work, that counts up somewhere.
 * @param missing numbers that are still to be tried; of 0 there is no piece.
 */
export function nextPiece(ctx: Ctx, purpose: WorkPurpose, missing: number): WorkChallenge | null {
  if (missing <= 0) return null
  const size = Math.max(SMALLEST, Math.min(LARGEST, missing))
  return issueChallenge(ctx.keys.derive('trabajo'), ctx.random, ctx.clock.now(), purpose, size)
}

/** A piece that was done, and has not been counted unless it is spent (require-work.ts). */
export type Piece = NonNullable<ReturnType<typeof readSolution>>

/**
 * The piece that a request brings, whichever process gave it.
 * @param brought its header; what is no piece for that purpose, or too old, is null.
 */
export function readPiece(ctx: Ctx, purpose: WorkPurpose, brought: string | string[] | undefined): Piece | null {
  if (typeof brought !== 'string') return null
  return readSolution(ctx.keys.derive('trabajo'), ctx.clock.now(), purpose, brought)
}
