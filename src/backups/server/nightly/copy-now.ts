import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { beginAsked } from '../record-copy.ts'
import { runCopy } from './night.ts'

/**
 * Begins a copy that an owner asks for, beside that of the night; it is made while he goes on.
 * @param make makes the copy of that row. @param ended when the server ends.
 * @returns it, until it is made.
 * @throws AppError 409 RESPALDO_EN_MARCHA
 */
export async function copyNow(
  ctx: Ctx,
  make: (id: number, ended: AbortSignal) => Promise<void>,
  ended: AbortSignal,
): Promise<{ made: Promise<void> }> {
  const id = await beginAsked(ctx, true)
  if (id === null) throw new Error('a copy that was asked for has no night')
  const made = runCopy(ctx, make, id, ended).catch((error) =>
    ctx.log.error({ failure: describeFailure(error) }, 'how a copy ended was not written'),
  )
  return { made }
}
