import { type CalendarDate, parseDay } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { type Raffle, updateRaffle } from '#raffles/server/store.ts'
import { firstDrawDay } from '../describe-rule.ts'
import { findList, findRule, listSteps, ruleOf } from './store.ts'

/** The day of a raffle's draw: by its rule, as far as that is decided, else as announced; null if unknown. */
export async function readDrawDay(sql: Sql, { id, fecha, cerrada_en }: Raffle): Promise<CalendarDate | null> {
  return (await dayByRule(sql, id, cerrada_en)) ?? parseDay(fecha)
}

/** Stores that day where pages, tickets, mails and the panel read it. Call it after writing or moving the rule. */
export async function keepDrawDay(tx: Sql, { id, cerrada_en }: Pick<Raffle, 'id' | 'cerrada_en'>): Promise<void> {
  await updateRaffle(tx, id, { fecha: (await dayByRule(tx, id, cerrada_en)) ?? '' })
}

async function dayByRule(sql: Sql, id: number, cerrada_en: Raffle['cerrada_en']): Promise<CalendarDate | null> {
  const row = await findRule(sql, id)
  if (!row) return null
  const [pasos, list] = [await listSteps(sql, id), await findList(sql, id)]
  return firstDrawDay(ruleOf(row), pasos, list?.cierre ?? cerrada_en)
}
