import { sql as raw, type Selectable } from 'kysely'
import { dayInCaracas, type Instant, startOfDay } from '#platform/clock.ts'
import { type Money, moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'

export type AutomaticRow = Selectable<Tables['automatic_confirming']>

export function findAutomatic(sql: Sql, rifa_id: number): Promise<AutomaticRow | undefined> {
  return sql.selectFrom('automatic_confirming').selectAll().where('rifa_id', '=', rifa_id).executeTakeFirst()
}

/** Raffles that let the bank's word confirm. */
export async function listAutomatic(sql: Sql): Promise<number[]> {
  const rows = await sql.selectFrom('automatic_confirming').select('rifa_id').where('activa', '=', 1).execute()
  return rows.map(({ rifa_id }) => rifa_id)
}

/** A raffle's payments confirmed by rules since the day began, without undone ones. Its sum is in the raffle's currency. */
export async function readUsed(sql: Sql, rifa_id: number, now: Instant): Promise<{ cantidad: number; suma: Money }> {
  const row = await sql
    .selectFrom('purchases')
    .select((all) => [
      all.fn.countAll<number>().as('cantidad'),
      raw<string | null>`cast(sum(cast(replace(total, '.', '') as bigint)) as text)`.as('centimos'),
    ])
    .where('rifa_id', '=', rifa_id)
    .where('decidido_en', '>=', startOfDay(dayInCaracas(now)))
    // In the form of their index's condition.
    .where(raw<boolean>`decidido_por = 'sistema' and estado = 'confirmado'`)
    .where('decidido_por_id', 'is', null)
    .executeTakeFirst()
  return { cantidad: Number(row?.cantidad ?? 0), suma: moneyOfCents(BigInt(row?.centimos ?? 0)) }
}
