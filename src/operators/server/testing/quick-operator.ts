import { hash } from '@node-rs/argon2'
import type { Operator } from '#access/contract.ts'
import type { Actor } from '#journal/actor.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { NewOperator } from '../../contract.ts'
import { addOperator } from '../create-operator.ts'

/** The smallest cost that argon2id allows. */
const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/**
 * Creates an operator like `createOperator`, with a password that is hashed and checked quickly: sign-in works as for everybody. For tests
 * that need an operator and do not care how passwords are stored.
 */
export async function quickOperator(ctx: Ctx, { clave, ...fields }: NewOperator, actor: Actor): Promise<Operator> {
  const clave_hash = await hash(clave.normalize('NFKC'), COST)
  return ctx.db.write('operadores', (tx) => addOperator(ctx, tx, { ...fields, clave_hash }, actor))
}
