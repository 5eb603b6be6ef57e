import type { Insertable, Updateable } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { MethodRow } from './schema.ts'

export type { MethodRow } from './schema.ts'

/** In the operator's order. */
export function allMethods(sql: Sql): Promise<MethodRow[]> {
  return sql.selectFrom('payment_methods').selectAll().orderBy('orden').orderBy('id').execute()
}

export function findMethod(sql: Sql, id: number): Promise<MethodRow | undefined> {
  return sql.selectFrom('payment_methods').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Locks a method until the commit and counts its version up.
 * @param version the version that the caller saw; null to take it as it is.
 * @returns the row, or undefined when there is none of that version.
 */
export function lockMethod(tx: Sql, id: number, version: number | null): Promise<MethodRow | undefined> {
  let update = tx
    .updateTable('payment_methods')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', id)
  if (version !== null) update = update.where('version', '=', version)
  return update.returningAll().executeTakeFirst()
}

export function changeRow(tx: Sql, id: number, columns: Updateable<Tables['payment_methods']>): Promise<MethodRow> {
  return tx.updateTable('payment_methods').set(columns).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function insertRow(
  tx: Sql,
  row: Omit<Insertable<Tables['payment_methods']>, 'orden'>,
): Promise<MethodRow> {
  const last = await tx
    .selectFrom('payment_methods')
    .select((select) => select.fn.max('orden').as('orden'))
    .executeTakeFirst()
  return tx
    .insertInto('payment_methods')
    .values({ ...row, orden: (last?.orden ?? 0) + 1 })
    .returningAll()
    .executeTakeFirstOrThrow()
}
