import type { Ctx } from '#platform/server/context.ts'
import { closeDue } from '../close-due.ts'
import { freezeDue } from './freeze-list.ts'

/**
 * Executes the rules of draws by the clock: closes sales, freezes lists. Neither is ever taken back, so nothing happens while the clock is
 * in doubt. Sales check the clock themselves.
 */
export async function keepRules(ctx: Ctx): Promise<void> {
  if (!(await ctx.time.sure())) return
  await closeDue(ctx)
  await freezeDue(ctx)
}
