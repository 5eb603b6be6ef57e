import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'

/** Until when each of those accounts has been read, by its furthest source or statement; an account without one is not in it. */
export async function readUntil(sql: Sql, metodoIds: readonly number[]): Promise<Map<number, Instant>> {
  const sources = sql
    .selectFrom('movement_sources')
    .select(['metodo_id', 'leido_hasta'])
    .where('activa', '=', 1)
    .where(isOneOf(sql, 'metodo_id', metodoIds))
  const imports = sql
    .selectFrom('statement_imports')
    .select((row) => ['metodo_id', row.fn.max('leido_hasta').as('leido_hasta')])
    .where('terminado_en', 'is not', null)
    .where(isOneOf(sql, 'metodo_id', metodoIds))
    .groupBy('metodo_id')
  const until = new Map<number, Instant>()
  for (const { metodo_id, leido_hasta } of (await Promise.all([sources.execute(), imports.execute()])).flat())
    if (leido_hasta !== null && leido_hasta > (until.get(metodo_id) ?? 0)) until.set(metodo_id, leido_hasta)
  return until
}
