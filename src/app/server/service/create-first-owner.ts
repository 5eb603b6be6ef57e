import { SYSTEM } from '#journal/actor.ts'
import { newOperator } from '#operators/contract.ts'
import { createOperator, operatorCount } from '#operators/server/create-operator.ts'
import { AppError } from '#platform/errors.ts'
import { ConfigError } from '#platform/server/config.ts'
import type { Ctx } from '#platform/server/context.ts'
import { parse } from '#platform/server/http/parse.ts'

/**
 * OWNER_EMAIL and OWNER_PASSWORD, for set-ups without hands. They count once: later changes are made in the panel.
 * @throws ConfigError for a password that the panel would refuse too.
 */
export async function createFirstOwner(ctx: Ctx): Promise<void> {
  const { owner } = ctx.config
  if (owner === null || (await operatorCount(ctx)) > 0) return
  try {
    const fields = { nombre: 'Dueño', correo: owner.email, clave: owner.password, rol: 'dueno' }
    await createOperator(ctx, parse(newOperator, fields), SYSTEM)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DATOS_INVALIDOS') throw error
    throw new ConfigError(`OWNER_EMAIL y OWNER_PASSWORD: ${error.details}`, { cause: error })
  }
}
