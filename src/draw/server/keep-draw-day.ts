import type { Sql } from '#platform/server/db/database.ts'
import { type Raffle, updateRaffle } from '#raffles/server/store.ts'
import { firstDrawDay } from '../describe-rule.ts'
import { findList, findRule, listSteps, ruleOf } from './store.ts'

/**
 * Stores the day of the draw by the raffle's rule, as far as that is decided, where pages, tickets, mails and the panel read it. Call it after
 * writing or moving the rule.
 */
export async function keepDrawDay(tx: Sql, { id, cerrada_en }: Pick<Raffle, 'id' | 'cerrada_en'>): Promise<void> {
  const row = await findRule(tx, id)
  const [pasos, list] = [await listSteps(tx, id), await findList(tx, id)]
  const day = row ? firstDrawDay(ruleOf(row), pasos, list?.cierre ?? cerrada_en) : null
  await updateRaffle(tx, id, { fecha: day ?? '' })
}
