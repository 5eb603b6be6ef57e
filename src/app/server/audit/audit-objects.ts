import type { Ctx } from '#platform/server/context.ts'
import type { Dialect, Sql } from '#platform/server/db/database.ts'
import { readObjects, type SchemaObject } from '#platform/server/db/read-objects.ts'
import { objectsOf } from '#platform/server/db/table.ts'
import { tables } from '../schema.ts'

/** Of the migrations and of the engines, which no room has. */
const OTHERS: SchemaObject[] = [
  'tabla schema_steps',
  'columna schema_steps.name',
  'columna schema_steps.timestamp',
  'tabla schema_lock',
  'columna schema_lock.id',
  'columna schema_lock.is_locked',
]
const ON_POSTGRES: SchemaObject[] = [
  'restricción schema_lock.schema_lock_pkey',
  'restricción schema_steps.schema_steps_pkey',
  'tabla tombola_commits',
  'columna tombola_commits.lugar',
  'columna tombola_commits.valor',
  'columna tombola_commits.en',
  'restricción tombola_commits.tombola_commits_pkey',
]

/**
 * Names the objects that somebody added to the database or removed from it, apart from rows: a trigger changes rows later, in a transaction
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

/** All objects of a database of this version, apart from rows. */
function knownObjects({ name }: Pick<Dialect, 'name'>): Set<SchemaObject> {
  return new Set([
    ...tables.flatMap((table) => objectsOf(table, name)),
    ...OTHERS,
    ...(name === 'postgres' ? ON_POSTGRES : []),
  ])
}
