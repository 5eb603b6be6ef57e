import type { Updateable } from 'kysely'
import { DECIDE } from '#access/calls.ts'
import type { Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'

export async function countOperators(tx: Sql): Promise<number> {
  const row = await tx
    .selectFrom('operators')
    .select((select) => select.fn.countAll<number>().as('cuantos'))
    .executeTakeFirstOrThrow()
  return Number(row.cuantos)
}

type NewOperatorRow = Pick<Tables['operators'], 'nombre' | 'correo' | 'clave_hash' | 'rol' | 'creado_en'>

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

/** The operator with that mail, if they may enter. */
export function findActiveByMail(tx: Sql, correo: string) {
  const withMail = tx.selectFrom('operators').selectAll().where('correo', '=', correo)
  return withMail.where('baja_en', 'is', null).executeTakeFirst()
}

export function findById(tx: Sql, id: number) {
  return tx.selectFrom('operators').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Every owner who may enter, in the order in which they joined. */
export function listOwners(tx: Sql): Promise<{ id: number; nombre: string; correo: string }[]> {
  return tx
    .selectFrom('operators')
    .select(['id', 'nombre', 'correo'])
    .where('rol', '=', 'dueno')
    .where('baja_en', 'is', null)
    .orderBy('id')
    .execute()
}

/** Number of people who may decide payments, and type a lottery's result. */
export async function countJudges(tx: Sql): Promise<number> {
  const { count } = await tx
    .selectFrom('operators')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('rol', 'in', DECIDE)
    .where('baja_en', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Whether the password that was checked a while ago still lets the operator in: the check is slow, and the password may have changed
 * meanwhile, or the operator may have lost access. A change of either waits for this transaction.
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

export async function updateOperator(tx: Sql, id: number, changes: Updateable<Tables['operators']>): Promise<void> {
  await tx.updateTable('operators').set(changes).where('id', '=', id).execute()
}

/** Drops rows that nobody needs any more: empty buckets of guesses, and expired links. */
export async function deleteOver(tx: Sql, now: Instant): Promise<void> {
  await tx.deleteFrom('guess_limits').where('lleno_hasta', '<=', now).execute()
  await tx.deleteFrom('operator_password_links').where('caduca_en', '<=', now).execute()
}

/** Invalidates every open link and challenge that could let somebody in. @returns ids of the invitations. */
export async function deleteOpenLinks(tx: Sql): Promise<number[]> {
  await tx.deleteFrom('operator_password_links').execute()
  await tx.deleteFrom('operator_challenges').execute()
  const invitations = await tx.deleteFrom('operator_invitations').returning('id').execute()
  return invitations.map(({ id }) => id)
}
