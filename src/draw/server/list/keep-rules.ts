import type { Ctx } from '#platform/server/context.ts'
import { closeDue } from '../close-due.ts'
import { freezeDue } from './freeze-list.ts'

/**
 * Does what the rules of draws say of the hour: closes sales, freezes lists. Neither is ever taken back, so nothing is done while the hour is
 * doubted. Sales ask for the hour themselves.
 */
export async function keepRules(ctx: Ctx): Promise<void> {
  if (!(await ctx.time.sure())) return
  await closeDue(ctx)
  await freezeDue(ctx)
}
