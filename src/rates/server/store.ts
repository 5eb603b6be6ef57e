import type { Insertable, Selectable, Updateable } from 'kysely'
import { addDays, type CalendarDate, type Instant } from '#platform/clock.ts'
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

/** Every rate from that day on, oldest first; of two for one day the one that counts comes last. */
export function listRates(sql: Sql, since: CalendarDate): Promise<StoredRate[]> {
  return sql
    .selectFrom('rates')
    .selectAll()
    .where('fecha_valor', '>=', since)
    .orderBy('fecha_valor')
    .orderBy('id')
    .execute()
}

/** Writes down why a reading was not believed; the same reason as last time counts up. */
export async function noteRefusal(tx: Sql, codigo: string, mensaje: string, now: Instant): Promise<void> {
  const last = await tx.selectFrom('rate_refusals').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last?.mensaje !== mensaje) {
    await tx.insertInto('rate_refusals').values({ codigo, mensaje, en: now, ultima_en: now, veces: 1 }).execute()
    return
  }
  await tx
    .updateTable('rate_refusals')
    .set({ ultima_en: now, veces: last.veces + 1 })
    .where('id', '=', last.id)
    .execute()
}

/** The newest first. */
export function listRefusals(sql: Sql, most: number): Promise<Selectable<Tables['rate_refusals']>[]> {
  return sql.selectFrom('rate_refusals').selectAll().orderBy('id', 'desc').limit(most).execute()
}

export async function deleteRefusals(tx: Sql, before: Instant): Promise<void> {
  await tx.deleteFrom('rate_refusals').where('ultima_en', '<', before).execute()
}
