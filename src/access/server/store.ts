import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'

export async function insertSession(tx: Sql, row: Omit<Tables['operator_sessions'], 'usado_en'>): Promise<void> {
  await tx
    .insertInto('operator_sessions')
    .values({ ...row, usado_en: row.creado_en })
    .execute()
}

export function findSession(tx: Sql, tokenHash: string) {
  return tx
    .selectFrom('operator_sessions as sesion')
    .innerJoin('operators as operador', 'operador.id', 'sesion.operador_id')
    .select(['sesion.token_hash', 'sesion.usado_en', 'sesion.caduca_en'])
    .select(['operador.id', 'operador.nombre', 'operador.correo', 'operador.rol', 'operador.totp_secreto'])
    .where('sesion.token_hash', '=', tokenHash)
    .where('operador.baja_en', 'is', null)
    .executeTakeFirst()
}

export async function touchSession(tx: Sql, tokenHash: string, now: Instant): Promise<void> {
  await tx.updateTable('operator_sessions').set({ usado_en: now }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteSession(tx: Sql, tokenHash: string): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('token_hash', '=', tokenHash).execute()
}

/** Everybody signs in again. */
export async function deleteSessions(tx: Sql): Promise<void> {
  await tx.deleteFrom('operator_sessions').execute()
}

/** Live sessions of one operator, the most recently used first. */
export function listSessions(tx: Sql, operatorId: number, now: Instant, usedAfter: Instant) {
  return tx
    .selectFrom('operator_sessions')
    .selectAll()
    .where('operador_id', '=', operatorId)
    .where('caduca_en', '>', now)
    .where('usado_en', '>', usedAfter)
    .orderBy('usado_en', 'desc')
    .orderBy('id')
    .execute()
}

/** @returns whether this operator had such a session. */
export async function deleteSessionOf(tx: Sql, operatorId: number, id: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('operator_sessions')
    .where('operador_id', '=', operatorId)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Forgets every browser of the operator: ends the sessions, and the protection of known browsers from exhausted guesses. */
export async function deleteBrowsers(tx: Sql, operatorId: number): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('operador_id', '=', operatorId).execute()
  await tx.deleteFrom('operator_devices').where('operador_id', '=', operatorId).execute()
}

/**
 * Forgets the operator's other browsers.
 * @param kept hashes of the session and, if it has one, of the mark of the browser that stays.
 * @returns how many sessions ended.
 */
export async function deleteOtherBrowsers(
  tx: Sql,
  operatorId: number,
  kept: { tokenHash: string; deviceHash: string | null },
): Promise<number> {
  await tx
    .deleteFrom('operator_devices')
    .where('operador_id', '=', operatorId)
    .where('token_hash', '!=', kept.deviceHash ?? '')
    .execute()
  const rows = await tx
    .deleteFrom('operator_sessions')
    .where('operador_id', '=', operatorId)
    .where('token_hash', '!=', kept.tokenHash)
    .returning('id')
    .execute()
  return rows.length
}

export async function knowsDevice(tx: Sql, tokenHash: string, operatorId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('operator_devices')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('operador_id', '=', operatorId)
    .executeTakeFirst()
  return row !== undefined
}

export async function rememberDevice(tx: Sql, tokenHash: string, operatorId: number, now: Instant): Promise<void> {
  await tx
    .insertInto('operator_devices')
    .values({ token_hash: tokenHash, operador_id: operatorId, usado_en: now })
    .execute()
}

export async function forgetDevice(tx: Sql, tokenHash: string, operatorId: number): Promise<void> {
  await tx
    .deleteFrom('operator_devices')
    .where('token_hash', '=', tokenHash)
    .where('operador_id', '=', operatorId)
    .execute()
}

/** Drops sessions and browsers that no longer count. */
export async function deleteExpired(tx: Sql, now: Instant, devicesBefore: Instant): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('caduca_en', '<=', now).execute()
  await tx.deleteFrom('operator_devices').where('usado_en', '<', devicesBefore).execute()
}
