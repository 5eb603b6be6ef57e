import { newSessionTokens, type Place } from '#access/server/session.ts'
import { sameSecret } from '#access/server/tokens.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { randomId } from '#platform/server/random.ts'
import type { FirstOperator } from '../../contract.ts'
import { addOperator } from '../create-operator.ts'
import { countOperators } from '../store.ts'
import { hashPassword, refuseOwnPassword } from './password.ts'
import { enter, FIRST } from './sign-in.ts'

/** The one-time code of an empty installation: it is in memory and in the server's output. */
export interface SetupCode {
  codigo: string
}

export function createSetupCode(ctx: Ctx): SetupCode {
  return { codigo: randomId(ctx.random) }
}

/**
 * Creates the first operator, an owner, and signs them in.
 * @throws AppError 409 YA_CONFIGURADO, 403 CODIGO_DE_INICIO_INVALIDO, 422 DATOS_INVALIDOS
 */
export async function setUp(ctx: Ctx, setup: SetupCode, fields: FirstOperator, place: Place) {
  if ((await countOperators(ctx.db.read)) > 0) throw refusal('YA_CONFIGURADO')
  if (!sameSecret(setup.codigo, fields.codigo)) throw refusal('CODIGO_DE_INICIO_INVALIDO')
  await refuseOwnPassword(ctx, fields.clave, fields, 'clave')
  const clave_hash = await hashPassword(fields.clave)
  const opened = newSessionTokens(ctx)
  const operator = await ctx.db.write('operadores', async (tx) => {
    if ((await countOperators(tx)) > 0) throw refusal('YA_CONFIGURADO')
    const { nombre, correo } = fields
    const operator = await addOperator(ctx, tx, { nombre, correo, clave_hash, rol: 'dueno' }, null)
    await enter(tx, operator.id, ctx.clock.now(), opened, { ...place, ...FIRST })
    return operator
  })
  return { operator, opened }
}
