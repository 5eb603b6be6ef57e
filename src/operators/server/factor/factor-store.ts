import type { Sql } from '#platform/server/db/database.ts'
import { hashRecoveryCode, type UsedSteps, withStep } from '../secrets.ts'
import { updateOperator } from '../store.ts'

/** @returns false when another code was used since the row was read. */
export async function takeTimeStep(tx: Sql, row: UsedSteps & { id: number }, step: number): Promise<boolean> {
  const rows = await tx
    .updateTable('operators')
    .set(withStep(row, step))
    .where('id', '=', row.id)
    .where('totp_paso', '=', row.totp_paso)
    .where('totp_usados', '=', row.totp_usados)
    .returning('id')
    .execute()
  return rows.length === 1
}

/** @returns false when another secret was shown meanwhile. */
export async function confirmSecret(
  tx: Sql,
  row: UsedSteps & { id: number },
  secret: string,
  step: number,
): Promise<boolean> {
  const rows = await tx
    .updateTable('operators')
    .set({ totp_secreto: secret, totp_pendiente: null, ...withStep(row, step) })
    .where('id', '=', row.id)
    .where('totp_pendiente', '=', secret)
    .where('totp_secreto', 'is', null)
    .returning('id')
    .execute()
  return rows.length === 1
}

/**
 * Removes the second factor, its recovery codes, its keys and their challenges. The last step stays, so an old code is refused for a new secret too.
 */
export async function clearSecret(tx: Sql, id: number): Promise<void> {
  await updateOperator(tx, id, { totp_secreto: null, totp_pendiente: null })
  await tx.deleteFrom('operator_recovery_codes').where('operador_id', '=', id).execute()
  await tx.deleteFrom('operator_passkeys').where('operador_id', '=', id).execute()
  await tx.deleteFrom('operator_challenges').where('operador_id', '=', id).execute()
}

/** Writes the hashes of those codes in the place of the earlier ones. */
export async function replaceRecoveryCodes(tx: Sql, id: number, codes: readonly string[]): Promise<void> {
  const hashes = codes.map((code) => hashRecoveryCode(code) ?? '')
  await tx.deleteFrom('operator_recovery_codes').where('operador_id', '=', id).execute()
  await tx
    .insertInto('operator_recovery_codes')
    .values(hashes.map((codigo_hash) => ({ operador_id: id, codigo_hash })))
    .execute()
}

export async function countRecoveryCodes(tx: Sql, id: number): Promise<number> {
  const rows = await tx
    .selectFrom('operator_recovery_codes')
    .select('codigo_hash')
    .where('operador_id', '=', id)
    .execute()
  return rows.length
}

/** @returns whether the code was an unused one of this operator; it is deleted. */
export async function takeRecoveryCode(tx: Sql, id: number, hash: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('operator_recovery_codes')
    .where('operador_id', '=', id)
    .where('codigo_hash', '=', hash)
    .returning('codigo_hash')
    .execute()
  return rows.length === 1
}
