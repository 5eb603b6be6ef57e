import type { Selectable } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'

export type PasskeyRow = Selectable<Tables['operator_passkeys']>

export function listPasskeys(sql: Sql, operatorId: number): Promise<PasskeyRow[]> {
  return sql
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('operador_id', '=', operatorId)
    .orderBy('creado_en')
    .orderBy('id')
    .execute()
}

/** @returns false when somebody has that key already. */
export async function insertPasskey(tx: Sql, row: PasskeyRow): Promise<boolean> {
  const rows = await tx
    .insertInto('operator_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length === 1
}

/** The counter only rises: a copy of the key that lags behind shows. */
export async function markPasskeyUsed(tx: Sql, id: string, contador: number, now: Instant): Promise<void> {
  await tx.updateTable('operator_passkeys').set({ contador, usado_en: now }).where('id', '=', id).execute()
}

/** @returns the deleted one, or undefined if this operator had no such key. */
export function deletePasskey(tx: Sql, operatorId: number, id: string): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom('operator_passkeys')
    .where('operador_id', '=', operatorId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

type Challenge = Omit<Tables['operator_challenges'], 'caduca_en'>

export async function putChallenge(tx: Sql, challenge: Challenge, now: Instant, until: Instant): Promise<void> {
  await tx.deleteFrom('operator_challenges').where('caduca_en', '<=', now).execute()
  await tx
    .insertInto('operator_challenges')
    .values({ ...challenge, caduca_en: until })
    .execute()
}

/** @returns whether it was made for this operator and use, and had no answer yet. */
export async function takeChallenge(tx: Sql, { reto_hash, operador_id, para }: Challenge, now: Instant) {
  const rows = await tx
    .deleteFrom('operator_challenges')
    .where('reto_hash', '=', reto_hash)
    .where('operador_id', '=', operador_id)
    .where('para', '=', para)
    .where('caduca_en', '>', now)
    .returning('reto_hash')
    .execute()
  return rows.length === 1
}
