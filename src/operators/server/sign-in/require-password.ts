import type { Operator } from '#access/contract.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { findById, keepsPassword } from '../store.ts'
import { checkPassword } from './password.ts'
import { spendGuess } from './spend-guess.ts'

/**
 * Asks somebody who is signed in for his password, always, however fresh his session: for what a stolen or unattended session
 * must not do where there is no second factor to ask for. A guess counts with those at his codes, right or wrong: fewer than
 * the door allows, and apart from it, so that strangers who exhaust the door do not keep him from protecting his account.
 * @returns what refuses, in the transaction of what is asked for, when it is his password no more.
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
