import { verifyChains } from '#journal/server/verify-chains.ts'
import { auditMethods } from '#payment-methods/server/find-altered.ts'
import type { Ctx } from '#platform/server/context.ts'
import { auditCounts } from '#purchases/server/audit-counts.ts'
import { auditPurchases } from '#purchases/server/audit-purchases.ts'
import { raffleState } from '#raffles/contract.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { auditTickets } from '#tickets/server/audit-tickets.ts'
import type { Command } from './command.ts'

/** Recounts everything from the rows, as they were at one instant. Empty means that it all adds up. */
export function audit(ctx: Ctx): Promise<string[]> {
  return ctx.db.consistent(async (sql) => {
    const problems: string[] = []
    for (const raffle of await listRaffles(sql, raffleState.options))
      problems.push(...(await auditTickets(sql, raffle)))
    problems.push(...(await auditPurchases(ctx, sql)))
    problems.push(...(await auditCounts(sql)))
    problems.push(...(await auditMethods(sql)))
    problems.push(...(await verifyChains(sql)))
    return problems
  })
}

export const auditCommand: Command = {
  name: 'audit',
  usage: '',
  summary: 'recuenta todo; sale con 1 si algo no cuadra',
  async run(ctx) {
    const problemas = await audit(ctx)
    const text = problemas.length === 0 ? 'Todo cuadra.' : problemas.join('\n')
    return { data: { cuadra: problemas.length === 0, problemas }, text, failed: problemas.length > 0 }
  },
}
