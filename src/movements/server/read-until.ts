import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { statementsUntil } from './statements/statement-store.ts'

/** Until when each of those accounts has been read, by its furthest source; an account without a source is not in it. */
export async function readUntil(sql: Sql, metodoIds: readonly number[]): Promise<Map<number, Instant>> {
  const [until, sources] = await Promise.all([
    statementsUntil(sql, metodoIds),
    sql
      .selectFrom('movement_sources')
      .select((row) => ['metodo_id', row.fn.max('leido_hasta').as('hasta')])
      .where('activa', '=', 1)
      .where('leido_hasta', 'is not', null)
      .where(isOneOf(sql, 'metodo_id', metodoIds))
      .groupBy('metodo_id')
      .execute(),
  ])
  for (const { metodo_id, hasta } of sources)
    until.set(metodo_id, Math.max(until.get(metodo_id) ?? 0, hasta as Instant) as Instant)
  return until
}
