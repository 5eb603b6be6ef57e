import type { Insertable, Selectable, Updateable } from 'kysely'
import type { CalendarDate } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { PublishedReference } from '../contract.ts'
import type { RateSettingsTable, RatesTable } from './schema.ts'

export type StoredRate = Selectable<RatesTable>
export type RateSettings = Selectable<RateSettingsTable>

/** The rate of a day: of the greatest fecha valor that is not after it. */
export function findRateOf(
  sql: Sql,
  reference: PublishedReference,
  day: CalendarDate,
): Promise<StoredRate | undefined> {
  return sql
    .selectFrom('rates')
    .selectAll()
    .where('referencia', '=', reference)
    .where('fecha_valor', '<=', day)
    .orderBy('fecha_valor', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertRate(tx: Sql, rate: Insertable<RatesTable>): Promise<void> {
  await tx.insertInto('rates').values(rate).execute()
}

export function readSettings(sql: Sql): Promise<RateSettings> {
  return sql.selectFrom('rate_settings').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

/** Changes the settings, which also keeps every other change of rates out until the commit. */
export function changeSettings(tx: Sql, changes: Updateable<RateSettingsTable>): Promise<RateSettings> {
  return tx
    .updateTable('rate_settings')
    .set({ id: 1, ...changes })
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirstOrThrow()
}
