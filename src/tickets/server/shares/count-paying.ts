import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'

/** Visitors of every raffle whose tickets are on hold and who have not reported a payment yet. */
export async function countPaying(sql: Sql, now: Instant): Promise<number> {
  const { paying } = await sql
    .selectFrom('reservations')
    .select((row) => row.fn.countAll<number>().as('paying'))
    .where('compra', '=', 0)
    .where('estado', '=', 'apartado')
    .where('vence_en', '>', now)
    .executeTakeFirstOrThrow()
  return Number(paying)
}
