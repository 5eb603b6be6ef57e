import type { WorkChallenge } from '../../work.ts'
import type { Ctx } from '../context.ts'
import { issueChallenge, readSolution, type WorkPurpose } from './challenge.ts'
import { spendWork } from './spent-work.ts'

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

/**
 * Numbers that were tried for the piece which a request brings: once, by whichever process.
 * @param brought its header; what is no piece for that purpose, or too old, is 0.
 */
export async function readPiece(
  ctx: Ctx,
  purpose: WorkPurpose,
  brought: string | string[] | undefined,
): Promise<number> {
  if (typeof brought !== 'string') return 0
  const found = readSolution(ctx.keys.derive('trabajo'), ctx.clock.now(), purpose, brought)
  return found && (await spendWork(ctx, found.id, found.until)) ? found.hasta : 0
}
