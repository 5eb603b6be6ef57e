import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { statementsUntil } from './statements/statement-store.ts'

/**
 * Until when everything that came into each account is known.
 * @param metodoIds accounts; of one that nobody has read there is none.
 */
export function readUntil(sql: Sql, metodoIds: readonly number[]): Promise<Map<number, Instant>> {
  return statementsUntil(sql, metodoIds)
}
