import type { Selectable } from 'kysely'
import type { OperatorRow } from '#access/server/schema.ts'
import { operatorOf } from '#access/server/session.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { type Invitation, invitation, type Member } from '../../contract-team.ts'

/**
 * Makes every other change of owners wait for this transaction.
 * @returns ids of the owners who may enter.
 */
export async function lockOwners(tx: Sql): Promise<number[]> {
  const rows = await tx
    .updateTable('operators')
    .set((row) => ({ rol: row.ref('rol') }))
    .where('rol', '=', 'dueno')
    .where('baja_en', 'is', null)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Writes an invitation in the place of an earlier one to the same address. */
export function putInvitation(tx: Sql, row: Omit<Tables['operator_invitations'], 'id'>) {
  return tx
    .insertInto('operator_invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('correo').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findInvitation(sql: Sql, tokenHash: string, now: Instant) {
  return sql
    .selectFrom('operator_invitations')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('caduca_en', '>', now)
    .executeTakeFirst()
}

/** @returns the invitation that is gone now, or undefined when there was none. */
export function takeInvitation(tx: Sql, key: { id: number } | { tokenHash: string; now: Instant }) {
  const query = tx.deleteFrom('operator_invitations').returningAll()
  return 'id' in key
    ? query.where('id', '=', key.id).executeTakeFirst()
    : query.where('token_hash', '=', key.tokenHash).where('caduca_en', '>', key.now).executeTakeFirst()
}

/** Writes the link of a new password in the place of an earlier one. */
export async function putPasswordLink(
  tx: Sql,
  row: { operador_id: number; token_hash: string; caduca_en: Instant },
): Promise<void> {
  await tx
    .insertInto('operator_password_links')
    .values(row)
    .onConflict((conflict) => conflict.column('operador_id').doUpdateSet(row))
    .execute()
}

/** Owner of the link, if it still counts and they may enter. */
export function findPasswordLink(sql: Sql, tokenHash: string, now: Instant) {
  return sql
    .selectFrom('operator_password_links as enlace')
    .innerJoin('operators as operador', 'operador.id', 'enlace.operador_id')
    .select(['operador.id', 'operador.nombre', 'operador.correo'])
    .where('enlace.token_hash', '=', tokenHash)
    .where('enlace.caduca_en', '>', now)
    .where('operador.baja_en', 'is', null)
    .executeTakeFirst()
}

/** @returns whether it was there: of two simultaneous uses one gets it. */
export async function takePasswordLink(tx: Sql, tokenHash: string): Promise<boolean> {
  const rows = await tx
    .deleteFrom('operator_password_links')
    .where('token_hash', '=', tokenHash)
    .returning('operador_id')
    .execute()
  return rows.length === 1
}

export async function dropPasswordLink(tx: Sql, operatorId: number): Promise<void> {
  await tx.deleteFrom('operator_password_links').where('operador_id', '=', operatorId).execute()
}

/** Invitations follow the inviter's new name, so that they are dropped if the inviter loses access. */
export async function renameInviter(tx: Sql, from: string, to: string): Promise<number[]> {
  const renamed = tx.updateTable('operator_invitations').set({ invita: to }).where('invita', '=', from)
  return (await renamed.returning('id').execute()).map(({ id }) => id)
}

/** Drops the invitations of somebody who may not invite any more. */
export async function dropInvitationsOf(tx: Sql, invita: string): Promise<number[]> {
  const gone = tx.deleteFrom('operator_invitations').where('invita', '=', invita)
  return (await gone.returning('id').execute()).map(({ id }) => id)
}

/** People who may enter the panel, owners before the others, people who no longer may, and open invitations. */
export async function readTeam({ db: { read } }: Ctx) {
  const members = await read
    .selectFrom('operators')
    .selectAll()
    .orderBy((row) => row.case().when('baja_en', 'is', null).then(0).else(1).end())
    .orderBy((row) => row.case().when('rol', '=', 'dueno').then(0).when('rol', '=', 'revisor').then(1).else(2).end())
    .orderBy('id')
    .execute()
  const invitations = await read.selectFrom('operator_invitations').selectAll().orderBy('id').execute()
  return { personas: members.map(describeMember), invitaciones: invitations.map(describeInvitation) }
}

export function describeMember(row: OperatorRow): Member {
  return {
    ...operatorOf(row),
    activo: row.baja_en === null,
    creado_en: new Date(row.creado_en).toISOString(),
    entrada_en: row.entrada_en === null ? null : new Date(row.entrada_en).toISOString(),
  }
}

export function describeInvitation(row: Selectable<Tables['operator_invitations']>): Invitation {
  const { creado_en, caduca_en } = row
  return invitation.parse({
    ...row,
    creado_en: new Date(creado_en).toISOString(),
    caduca_en: new Date(caduca_en).toISOString(),
  })
}
