import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { readObjects } from '#platform/server/db/read-objects.ts'
import { knownObjects } from './own-schema.ts'

/**
 * Names what somebody put into the database beside its rows, and what he took out: a trigger changes rows later, in a transaction
 * of ours, and a guard that is gone lets two buyers have one number.
 */
export async function auditObjects(ctx: Pick<Ctx, 'db'>, sql: Sql): Promise<string[]> {
  const known = await knownObjects(ctx.db.dialect)
  const found = new Set(await readObjects(sql, ctx.db.dialect))
  return [
    ...[...found].filter((one) => !known.has(one)).map((one) => `esquema: ${one} no es de Tómbola`),
    ...[...known].filter((one) => !found.has(one)).map((one) => `esquema: falta ${one}`),
  ]
}
