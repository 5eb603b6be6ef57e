import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Db, type Dialect, SCHEMA_LANE, type Sql } from './database.ts'

/**
 * A step of the schema. Names sort in the order in which they run: `2026-11-22-03-mail` is of that day and the third of it. A
 * step that was released never changes, nor does anything that it reads: it holds its values as they were.
 */
export interface SchemaStep {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: a step meets tables that the current types do not know
  up(schema: Kysely<any>, dialect: Dialect): Promise<void>
}

/** The database was written by a version of the product that this one cannot follow. */
export class SchemaError extends Error {
  readonly code: 'ESQUEMA_NUEVO' | 'ESQUEMA_DE_DESARROLLO' | 'MUDANZA_SIN_TERMINAR' | 'MUDADA'
  constructor(code: SchemaError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** How the steps were named before the first release. Their databases held no raffle that was sold. */
const OF_DEVELOPMENT = /^0\d{3}-/

export const STEPS_TABLE = 'schema_steps'
/** Stands among the steps of a database that is being filled from another one. */
export const UNFINISHED_MOVE = 'mudanza-sin-terminar'
/** Stands among those of one that was moved to another. */
export const MOVED_AWAY = 'mudada'

/**
 * Brings the schema up to date in one transaction, so that it is whole or as it was; other processes wait for it.
 * @returns the names of the steps that ran.
 * @throws SchemaError when the database knows steps that this version does not.
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
    refuseUnknown('La base de datos', await appliedSteps(tx), steps)
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  })
}

/**
 * @param what was written with those steps, to begin a sentence with.
 * @throws SchemaError when one of them is none of ours.
 */
export function refuseUnknown(what: string, applied: readonly string[], steps: readonly SchemaStep[]): void {
  const unknown = applied.filter((name) => !steps.some((step) => step.name === name))
  if (unknown.length === 0) return
  if (unknown.includes(UNFINISHED_MOVE)) {
    throw new SchemaError(
      'MUDANZA_SIN_TERMINAR',
      `${what} está a medio llenar: una mudanza no terminó. Su origen tiene todo. Repite la misma orden: move.`,
    )
  }
  if (unknown.includes(MOVED_AWAY)) {
    throw new SchemaError(
      'MUDADA',
      `${what} se mudó a otra, que es la que vale. Revisa DATABASE_URL. Si la mudanza se cortó, repite la misma orden: move.`,
    )
  }
  if (unknown.some((name) => OF_DEVELOPMENT.test(name))) {
    throw new SchemaError(
      'ESQUEMA_DE_DESARROLLO',
      `${what} es de una versión de desarrollo de Tómbola, anterior a la primera publicada, que no se actualiza. Empieza con una carpeta y una base de datos vacías.`,
    )
  }
  throw new SchemaError(
    'ESQUEMA_NUEVO',
    `${what} es de una versión más nueva de Tómbola (tiene ${unknown.join(', ')}). Instala esa versión, repón con la orden undo-upgrade la copia de antes de actualizar, o restaura un respaldo anterior.`,
  )
}

/** Names of the steps that a database has; none of an empty one. */
export async function appliedSteps(tx: Sql): Promise<string[]> {
  const tables = await tx.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === STEPS_TABLE)) return []
  const rows = await sql<{ name: string }>`select name from ${sql.table(STEPS_TABLE)}`.execute(tx)
  return rows.rows.map((row) => row.name)
}
