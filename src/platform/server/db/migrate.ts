import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Db, type Dialect, SCHEMA_LANE, type Sql } from './database.ts'

/**
 * A step of the schema. Names sort in the order in which they run: `2026-11-22-03-mail` is of that day and the third of it. A
 * step that was released never changes, nor does anything that it reads: it holds its values as they were.
 */
export interface SchemaStep {
  name: string
  /**
   * Of a step that follows others than ours: a database that had exactly those, no more and no fewer, gets this one in the place of all
   * of ours before it. For any other there is nothing in it.
   */
  from?: readonly string[]
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

export const STEPS_TABLE = 'schema_steps'
/** Marks a database that is being filled from another one, among its steps. */
export const UNFINISHED_MOVE = 'mudanza-sin-terminar'
/** Marks a database that was moved to another one, among its steps. */
export const MOVED_AWAY = 'mudada'

/**
 * Brings the schema up to date in one transaction, so that it is whole or as it was; other processes wait for it.
 * @returns the names of the steps that ran.
 * @throws SchemaError when the database knows steps that this version does not.
 */
export async function migrate(db: Db, steps: SchemaStep[]): Promise<string[]> {
  return db.write(SCHEMA_LANE, async (tx) => {
    await db.dialect.lockSchema(tx)
    const applied = await appliedSteps(tx)
    refuseUnknown('La base de datos', applied, steps)
    // Kysely's migrator takes longer than all else that opens a database: at a start there is nothing to do.
    if (steps.every(({ name }) => applied.includes(name))) return []
    const follows = steps.find((step) => isAfter(step, applied))
    if (follows) await takeTheirPlace(tx, follows, steps)
    const known = Object.fromEntries(
      steps.map((step) => {
        const up = (schema: Kysely<unknown>) => step.up(schema, db.dialect)
        return [step.name, { up: step.from === undefined || step === follows ? up : async () => {} }]
      }),
    )
    const migrator = new Migrator({
      db: tx,
      provider: { getMigrations: async () => known },
      migrationTableName: STEPS_TABLE,
      migrationLockTableName: 'schema_lock',
      disableTransactions: true,
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error) throw error
    return (results ?? []).map((result) => result.migrationName)
  })
}

/** Whether it follows exactly those that a database has had. */
function isAfter({ from }: SchemaStep, applied: readonly string[]): boolean {
  return from !== undefined && from.length === applied.length && from.every((name) => applied.includes(name))
}

/** Its database has by then the result of all of our earlier steps. */
async function takeTheirPlace(tx: Sql, follows: SchemaStep, steps: readonly SchemaStep[]): Promise<void> {
  const timestamp = new Date().toISOString()
  await sql`delete from ${sql.table(STEPS_TABLE)}`.execute(tx)
  for (const { name } of steps.filter((step) => step.name < follows.name))
    await sql`insert into ${sql.table(STEPS_TABLE)} (name, timestamp) values (${name}, ${timestamp})`.execute(tx)
}

/** Those of a database that none of ours follows: it is of another version. */
export function unknownSteps(applied: readonly string[], steps: readonly SchemaStep[]): string[] {
  if (steps.some((step) => isAfter(step, applied))) return []
  return applied.filter((name) => !steps.some((step) => step.name === name))
}

/** Whether one step is older than all of ours, of a version that nobody released. */
export function areOfDevelopment(unknown: readonly string[], steps: readonly SchemaStep[]): boolean {
  return unknown.some((name) => steps.every((step) => name < step.name))
}

/**
 * @param what was written with those steps, as the beginning of a sentence.
 * @throws SchemaError when one of them is none of ours.
 */
export function refuseUnknown(what: string, applied: readonly string[], steps: readonly SchemaStep[]): void {
  const unknown = unknownSteps(applied, steps)
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
  if (areOfDevelopment(unknown, steps)) {
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
  const isPostgres = tx.getExecutor().adapter instanceof PostgresAdapter
  const found = await (isPostgres
    ? sql`select 1 where to_regclass(${STEPS_TABLE}) is not null`
    : sql`select 1 from sqlite_master where name = ${STEPS_TABLE}`
  ).execute(tx)
  if (found.rows.length === 0) return []
  const rows = await sql<{ name: string }>`select name from ${sql.table(STEPS_TABLE)}`.execute(tx)
  return rows.rows.map((row) => row.name)
}
