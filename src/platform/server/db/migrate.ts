import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Db, type Dialect, SCHEMA_LANE, type Sql } from './database.ts'

/** A step of the schema. Names sort in the order in which they run. */
export interface SchemaStep {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: a step meets tables that the current types do not know
  up(schema: Kysely<any>, dialect: Dialect): Promise<void>
}

/** The database was written by a newer version of the product. */
export class NewerSchemaError extends Error {}

const STEPS_TABLE = 'schema_steps'

/**
 * Brings the schema up to date in one transaction, so that it is whole or as it was; other processes wait for it.
 * @returns the names of the steps that ran.
 * @throws NewerSchemaError when the database knows steps that this version does not.
 */
export async function migrate(db: Db, steps: SchemaStep[]): Promise<string[]> {
  const known = Object.fromEntries(
    steps.map((step) => [step.name, { up: (schema: Kysely<unknown>) => step.up(schema, db.dialect) }]),
  )
  return db.write(SCHEMA_LANE, async (tx) => {
    await db.dialect.lockSchema(tx)
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: async () => known },
      migrationTableName: STEPS_TABLE,
      migrationLockTableName: 'schema_lock',
      disableTransactions: true,
    })
    const unknown = (await appliedSteps(tx)).filter((name) => !(name in known))
    if (unknown.length > 0) {
      throw new NewerSchemaError(
        `La base de datos es de una versión más nueva de Tómbola (tiene ${unknown.join(', ')}). Instala esa versión o restaura un respaldo anterior.`,
      )
    }
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  })
}

async function appliedSteps(tx: Sql): Promise<string[]> {
  const tables = await tx.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === STEPS_TABLE)) return []
  const rows = await sql<{ name: string }>`select name from ${sql.table(STEPS_TABLE)}`.execute(tx)
  return rows.rows.map((row) => row.name)
}
