import type { Operator } from '#access/contract.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findById, keepsPassword } from '../store.ts'
import { checkPassword } from './password.ts'
import { spendGuess } from './spend-guess.ts'

/**
 * Checks a signed-in operator's password again, however fresh the session: for actions that a stolen or unattended session must not do
 * and that have no second factor. A guess counts with those at their codes, right or wrong: fewer than the door allows, and apart from
 * it, so that strangers who exhaust the door do not keep them from protecting their account.
 * @returns a check for the action's transaction, which refuses if the password changed meanwhile.
 * @throws AppError 401 CREDENCIALES_INVALIDAS, 429 DEMASIADOS_INTENTOS
 */
export async function requirePassword(
  ctx: Ctx,
  { id }: Operator,
  password: string,
): Promise<(tx: Sql) => Promise<void>> {
  // On its own, so that a wrong password leaves its guess spent.
  if (ctx.config.abuseLimits) {
    await ctx.db.write('operadores', (tx) => spendGuess(tx, 'codigo', String(id), ctx.clock.now()))
  }
  const row = await findById(ctx.db.read, id)
  const clave_hash = row?.clave_hash ?? null
  if (clave_hash === null || !(await checkPassword(clave_hash, password)))
    throw refusal('CREDENCIALES_INVALIDAS', { details: 'Escríbela otra vez.' })
  return async (tx) => {
    if (!(await keepsPassword(tx, { id, clave_hash })))
      throw refusal('CREDENCIALES_INVALIDAS', { details: 'Escríbela otra vez.' })
  }
}
