import type { Operator, Role } from '#access/contract.ts'
import { type Actor, SYSTEM } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { AppError, refusal } from '#platform/errors.ts'
import { ConfigError } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { uniqueViolation } from '#platform/server/db/trouble.ts'
import { parse } from '#platform/server/http/parse.ts'
import { type NewOperator, newOperator } from '../contract.ts'
import { hashPassword, refuseOwnPassword } from './sign-in/password.ts'
import { countOperators, insertOperator } from './store.ts'

/**
 * Creates an operator, with a line in the journal.
 * @param actor an operator's name, or `consola`.
 * @throws AppError 422 DATOS_INVALIDOS, 409 CORREO_EN_USO
 */
export async function createOperator(ctx: Ctx, fields: NewOperator, actor: Actor): Promise<Operator> {
  await refuseOwnPassword(ctx, fields.clave, fields, 'clave')
  const clave_hash = await hashPassword(fields.clave)
  try {
    return await ctx.db.write('operadores', (tx) => addOperator(ctx, tx, { ...fields, clave_hash }, actor))
  } catch (error) {
    if (uniqueViolation(error) === null) throw error
    throw refusal('CORREO_EN_USO', { details: 'Usa otro correo para este operador.' })
  }
}

/**
 * The writing half: it joins the caller's transaction.
 * @param actor null if the new operator acts.
 */
export async function addOperator(
  ctx: Ctx,
  tx: Sql,
  fields: { nombre: string; correo: string; clave_hash: string; rol: Role },
  actor: Actor | null,
): Promise<Operator> {
  const { nombre, correo, clave_hash, rol } = fields
  const now = ctx.clock.now()
  const id = await insertOperator(tx, { nombre, correo, clave_hash, rol, creado_en: now })
  const datos = { operador_id: id, nombre, rol }
  await noteInSite(tx, now, actor ?? { id, nombre }, 'operador creado', datos, { operators: [id] })
  return { id, nombre, correo, rol, segundo_factor: false }
}

/**
 * OWNER_EMAIL and OWNER_PASSWORD, for set-ups without hands. They count once: later changes are made in the panel.
 * @throws ConfigError for a password that the panel would refuse too.
 */
export async function createFirstOwner(ctx: Ctx): Promise<void> {
  const { owner } = ctx.config
  if (owner === null || (await countOperators(ctx.db.read)) > 0) return
  try {
    const fields = { nombre: 'Dueño', correo: owner.email, clave: owner.password, rol: 'dueno' }
    await createOperator(ctx, parse(newOperator, fields), SYSTEM)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DATOS_INVALIDOS') throw error
    throw new ConfigError(`OWNER_EMAIL y OWNER_PASSWORD: ${error.details}`, { cause: error })
  }
}
