import type { Ctx } from '#platform/server/context.ts'
import type { HoldAnswer } from '../../contract.ts'
import { numbersOf } from '../store.ts'
import { describeHold } from './describe-hold.ts'
import { findLiveHold } from './live-hold.ts'

/** How much time a hold has left, for a page that slept or was reloaded. @throws AppError 404 APARTADO_VENCIDO */
export async function readHold(ctx: Ctx, token: string): Promise<HoldAnswer> {
  const now = ctx.clock.now()
  const hold = await findLiveHold(ctx.db.read, token, now)
  const numbers = await numbersOf(ctx.db.read, [hold.id])
  return describeHold(hold, numbers.get(hold.id) ?? [], now)
}
