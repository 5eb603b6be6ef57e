import type { Insertable, Selectable, Updateable } from 'kysely'
import { addDays, type CalendarDate } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { PublishedReference } from '../contract.ts'

export type StoredRate = Selectable<Tables['rates']>
export type RateSettings = Selectable<Tables['rate_settings']>

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

/** A long weekend with holidays; further ahead nothing is published. */
export const DAYS_AHEAD = 7

/** The rate in use on a day: the first of all may be of the next business day. */
export const findRateInUse = async (sql: Sql, reference: PublishedReference, day: CalendarDate) =>
  (await findRateOf(sql, reference, day)) ?? findRateOf(sql, reference, addDays(day, DAYS_AHEAD))

/** @returns its id. */
export async function insertRate(tx: Sql, rate: Insertable<Tables['rates']>): Promise<number> {
  return (await tx.insertInto('rates').values(rate).returning('id').executeTakeFirstOrThrow()).id
}

export function readSettings(sql: Sql): Promise<RateSettings> {
  return sql.selectFrom('rate_settings').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
}

/** Changes the settings, which also keeps every other change of rates out until the commit. */
export function changeSettings(tx: Sql, changes: Updateable<Tables['rate_settings']>): Promise<RateSettings> {
  return tx
    .updateTable('rate_settings')
    .set({ id: 1, ...changes })
    .where('id', '=', 1)
    .returningAll()
    .executeTakeFirstOrThrow()
}
