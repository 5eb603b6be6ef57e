import { type CalendarDate, parseDay } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { firstDrawDay } from '../describe-rule.ts'
import { findList, findRule, listSteps, ruleOf } from './store.ts'

/** The day on which a raffle is drawn: by its rule, as far as that says by now, else as it was announced; null where nobody knows. */
export async function readDrawDay(sql: Sql, { id, fecha, cerrada_en }: Raffle): Promise<CalendarDate | null> {
  const row = await findRule(sql, id)
  if (!row) return parseDay(fecha)
  const [pasos, list] = [await listSteps(sql, id), await findList(sql, id)]
  const closed = list?.cierre ?? cerrada_en
  return firstDrawDay(ruleOf(row), pasos, closed) ?? parseDay(fecha)
}
