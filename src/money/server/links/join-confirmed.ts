import { SYSTEM } from '#journal/actor.ts'
import { AppError } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findPurchase, lockRow } from '#purchases/server/store.ts'
import type { Pair } from '../../match.ts'
import { decideLink, keepLink, readApprovalLinks, writeLinks } from './approval-links.ts'
import { coverNoted } from './decide-money.ts'
import { note } from './join-money.ts'
import { readTakenBack } from './taken-back.ts'

/**
 * Joins money that came after its purchase had been confirmed, while it is exact: it decides nothing, and nobody else's report can have it
 * any more. Pairs that are no longer exact are left, and those that a person parted.
 */
export async function joinConfirmed(ctx: Ctx, { claim, credit }: Pair): Promise<void> {
  const known = await findPurchase(ctx.db.read, claim.id)
  if (known?.estado !== 'confirmado') return
  try {
    await ctx.db.write(`rifa:${known.rifa_id}`, async (tx) => {
      const purchase = await lockRow(tx, claim.id)
      if (purchase?.estado !== 'confirmado') return
      if ((await readTakenBack(tx, [claim.id])).isParted(claim.id, credit.id)) return
      const join = { movimiento_id: credit.id, regla: null }
      const links = await readApprovalLinks(tx, [{ purchase, join }])
      const link = decideLink(links, purchase, join)
      if (!link) return
      const now = ctx.clock.now()
      keepLink(links, link, SYSTEM)
      await writeLinks(tx, links, now)
      const { movimiento_id: movimiento, centimos } = link
      await note(tx, purchase, SYSTEM, 'dinero unido', { movimiento, centimos }, now)
      await coverNoted(tx, purchase, SYSTEM, now)
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
  }
}
