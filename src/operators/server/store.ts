import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Role } from '../contract.ts'
import { type UsedSteps, withStep } from './secrets.ts'

export async function countOperators(tx: Sql): Promise<number> {
  const row = await tx
    .selectFrom('operators')
    .select((select) => select.fn.countAll<number>().as('cuantos'))
    .executeTakeFirstOrThrow()
  return Number(row.cuantos)
}

export interface NewOperatorRow {
  nombre: string
  correo: string
  clave_hash: string
  rol: Role
  creado_en: Instant
}

export async function insertOperator(tx: Sql, row: NewOperatorRow): Promise<number> {
  const { id } = await tx
    .insertInto('operators')
    .values({
      ...row,
      totp_secreto: null,
      totp_pendiente: null,
      totp_paso: 0,
      totp_usados: '',
      entrada_en: null,
      baja_en: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function findByMail(tx: Sql, correo: string) {
  return tx.selectFrom('operators').selectAll().where('correo', '=', correo).executeTakeFirst()
}

/** The operator with that mail, if he may enter. */
export function findActiveByMail(tx: Sql, correo: string) {
  return tx
    .selectFrom('operators')
    .selectAll()
    .where('correo', '=', correo)
    .where('baja_en', 'is', null)
    .executeTakeFirst()
}

export function findById(tx: Sql, id: number) {
  return tx.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Every owner who may enter, in the order in which they came. */
export function listOwners(tx: Sql): Promise<{ id: number; nombre: string; correo: string }[]> {
  return tx
    .selectFrom('operators')
    .select(['id', 'nombre', 'correo'])
    .where('rol', '=', 'dueno')
    .where('baja_en', 'is', null)
    .orderBy('id')
    .execute()
}

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

export async function setPendingSecret(tx: Sql, id: number, secret: string): Promise<void> {
  await tx.updateTable('operators').set({ totp_pendiente: secret }).where('id', '=', id).execute()
}

export function listSecrets(tx: Sql) {
  return tx.selectFrom('operators').select(['id', 'totp_secreto', 'totp_pendiente']).execute()
}

export async function putSecrets(
  tx: Sql,
  id: number,
  secrets: { totp_secreto: string | null; totp_pendiente: string | null },
): Promise<void> {
  await tx.updateTable('operators').set(secrets).where('id', '=', id).execute()
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

/** Removes the second factor, its recovery codes, its keys and what keys were asked. The last step stays, so an old code is refused for a new secret too. */
export async function clearSecret(tx: Sql, id: number): Promise<void> {
  await tx.updateTable('operators').set({ totp_secreto: null, totp_pendiente: null }).where('id', '=', id).execute()
  await tx.deleteFrom('operator_recovery_codes').where('operador_id', '=', id).execute()
  await tx.deleteFrom('operator_passkeys').where('operador_id', '=', id).execute()
  await tx.deleteFrom('operator_challenges').where('operador_id', '=', id).execute()
}

export async function replaceRecoveryCodes(tx: Sql, id: number, hashes: string[]): Promise<void> {
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

/** @returns whether the code was one of his and unused; it is gone afterwards. */
export async function takeRecoveryCode(tx: Sql, id: number, hash: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('operator_recovery_codes')
    .where('operador_id', '=', id)
    .where('codigo_hash', '=', hash)
    .returning('codigo_hash')
    .execute()
  return rows.length === 1
}

export interface NewSessionRow {
  token_hash: string
  operador_id: number
  creado_en: Instant
  caduca_en: Instant
  id: string
  ip: string
  equipo: string
}

export async function insertSession(tx: Sql, row: NewSessionRow): Promise<void> {
  await tx
    .insertInto('operator_sessions')
    .values({ ...row, usado_en: row.creado_en })
    .execute()
}

export function findSession(tx: Sql, tokenHash: string) {
  return tx
    .selectFrom('operator_sessions as sesion')
    .innerJoin('operators as operador', 'operador.id', 'sesion.operador_id')
    .select([
      'sesion.token_hash',
      'sesion.usado_en',
      'sesion.caduca_en',
      'operador.id',
      'operador.nombre',
      'operador.correo',
      'operador.rol',
      'operador.totp_secreto',
    ])
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

/** @returns whether there was such a session of his. */
export async function deleteSessionOf(tx: Sql, operatorId: number, id: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('operator_sessions')
    .where('operador_id', '=', operatorId)
    .where('id', '=', id)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Ends everything that a browser has of him: his sessions, and that strangers cannot exhaust its guesses. */
export async function deleteBrowsers(tx: Sql, operatorId: number): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('operador_id', '=', operatorId).execute()
  await tx.deleteFrom('operator_devices').where('operador_id', '=', operatorId).execute()
}

/**
 * Ends everything that his other browsers have of him.
 * @param kept hashes of the session and, where it has one, of the mark of the browser that stays.
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
  return deleteOtherSessions(tx, operatorId, kept.tokenHash)
}

async function deleteOtherSessions(tx: Sql, operatorId: number, keptHash: string): Promise<number> {
  const rows = await tx
    .deleteFrom('operator_sessions')
    .where('operador_id', '=', operatorId)
    .where('token_hash', '!=', keptHash)
    .returning('id')
    .execute()
  return rows.length
}

export async function markEntry(tx: Sql, operatorId: number, now: Instant): Promise<void> {
  await tx.updateTable('operators').set({ entrada_en: now }).where('id', '=', operatorId).execute()
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

/**
 * Pours one guess into a bucket that empties at an even pace. One that is fuller than it can be was filled while the clock was
 * ahead: it counts as empty, or it would keep its owner out for as long as the clock had been wrong.
 * @returns false when it would run over; then nothing changes.
 */
export async function pourGuess(
  tx: Sql,
  clave: string,
  now: Instant,
  bucket: { interval: number; burst: number },
): Promise<boolean> {
  const fullest = (now + bucket.interval * bucket.burst) as Instant
  const rows = await tx
    .insertInto('guess_limits')
    .values({ clave, lleno_hasta: (now + bucket.interval) as Instant })
    .onConflict((conflict) =>
      conflict
        .column('clave')
        .doUpdateSet((row) => ({
          lleno_hasta: row
            .case()
            .when(row.between('guess_limits.lleno_hasta', (now + 1) as Instant, fullest))
            .then(row('guess_limits.lleno_hasta', '+', bucket.interval as Instant))
            .else((now + bucket.interval) as Instant)
            .end(),
        }))
        .where((row) =>
          row.or([
            row('guess_limits.lleno_hasta', '<=', (fullest - bucket.interval) as Instant),
            row('guess_limits.lleno_hasta', '>', fullest),
          ]),
        ),
    )
    .returning('clave')
    .execute()
  return rows.length === 1
}

/** Takes one guess out again: it was right. */
export async function returnGuess(tx: Sql, clave: string, interval: number): Promise<void> {
  await tx
    .updateTable('guess_limits')
    .set((row) => ({ lleno_hasta: row('lleno_hasta', '-', interval as Instant) }))
    .where('clave', '=', clave)
    .execute()
}

/**
 * Whether somebody may still enter with the password that was checked a while ago: the check is slow, and the password may have
 * become another, or he may have been put out. Whoever would change that waits for this transaction.
 */
export async function keepsPassword(tx: Sql, { id, clave_hash }: { id: number; clave_hash: string }): Promise<boolean> {
  const row = await tx
    .updateTable('operators')
    .set({ clave_hash })
    .where('id', '=', id)
    .where('clave_hash', '=', clave_hash)
    .where('baja_en', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setPassword(tx: Sql, id: number, clave_hash: string): Promise<void> {
  await tx.updateTable('operators').set({ clave_hash }).where('id', '=', id).execute()
}

export async function setName(tx: Sql, id: number, nombre: string): Promise<void> {
  await tx.updateTable('operators').set({ nombre }).where('id', '=', id).execute()
}

export async function bucketFullUntil(tx: Sql, clave: string): Promise<Instant | null> {
  const row = await tx.selectFrom('guess_limits').select('lleno_hasta').where('clave', '=', clave).executeTakeFirst()
  return row?.lleno_hasta ?? null
}

/** Drops sessions, empty buckets and browsers that no longer count. */
export async function deleteExpired(tx: Sql, now: Instant, devicesBefore: Instant): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('caduca_en', '<=', now).execute()
  await tx.deleteFrom('guess_limits').where('lleno_hasta', '<=', now).execute()
  await tx.deleteFrom('operator_devices').where('usado_en', '<', devicesBefore).execute()
  await tx.deleteFrom('operator_password_links').where('caduca_en', '<=', now).execute()
}
